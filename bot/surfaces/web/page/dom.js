// Builds nodes. Children that are strings become text nodes: there is no way to pass HTML.

const SVG = "http://www.w3.org/2000/svg";

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== ""));
  return node;
}

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

// Text that came from a page or a person: its direction of writing stays its own.
export function bdi(text, attributes = {}) {
  return element("bdi", attributes, text);
}

// The address if a browser opens it from here, else null: no script, no data, no local file. What
// this server itself shows has an address relative to the page.
export function webAddress(url) {
  if (url.startsWith("documents/")) return url;
  try {
    return /^https?:$/.test(new URL(url).protocol) ? url : null;
  } catch {
    return null;
  }
}

export function find(id) {
  return document.getElementById(id);
}

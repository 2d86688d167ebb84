// Markdown as the policies write it, drawn as nodes. What is not understood stays as it is written;
// HTML is never understood, and no link is made: only a citation's own address may be opened.

import { element } from "./dom.js";
import { say } from "./strings.js";

const FENCE = /^\s*(```|~~~)\s*[\w+#.-]*\s*$/;
const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/;
const ITEM = /^(\s*)([-*+]|\d{1,4}[.)])\s+(.*)$/;
const ROW = /^\s*\|.*\|\s*$/;
const RULER = /^(?=.*\|)(?=.*-)[\s|:-]+$/;
const LINE = /^\s{0,3}([-*_])(\s*\1){2,}\s*$/;
const DEEPEST = 6;

// Gives a list of block nodes. A text of one plain paragraph gives one <p>.
export function blocks(text) {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const drawn = [];
  let at = 0;
  while (at < lines.length) {
    const [node, next] = block(lines, at);
    if (node) drawn.push(node);
    at = next;
  }
  return drawn;
}

function block(lines, at) {
  const line = lines[at];
  if (!line.trim()) return [null, at + 1];
  if (FENCE.test(line)) return code(lines, at);
  if (HEADING.test(line)) {
    return [element("p", { class: "heading" }, inline(HEADING.exec(line)[2])), at + 1];
  }
  if (LINE.test(line)) return [element("hr"), at + 1];
  if (startsTable(lines, at)) return table(lines, at);
  if (ITEM.test(line)) return list(lines, at);
  if (line.startsWith(">")) return quotation(lines, at);
  return paragraph(lines, at);
}

function startsBlock(line) {
  return [FENCE, HEADING, ROW, ITEM, /^>/].some((start) => start.test(line));
}

// A quote may be some rows of a table only; with bars on both sides they need no ruler below.
function startsTable(lines, at) {
  return ROW.test(lines[at]) || (lines[at].includes("|") && RULER.test(lines[at + 1] ?? ""));
}

function runOf(lines, at, belongs) {
  let end = at;
  while (end < lines.length && belongs(lines[end], end)) end += 1;
  return [lines.slice(at, end), end];
}

function code(lines, at) {
  const fence = FENCE.exec(lines[at])[1];
  const [body, end] = runOf(lines, at + 1, (line) => !line.trim().startsWith(fence));
  return [element("pre", {}, element("code", {}, body.join("\n"))), end + 1];
}

function quotation(lines, at) {
  const [body, end] = runOf(lines, at, (line) => line.startsWith(">"));
  const inner = body.map((line) => line.replace(/^> ?/, "")).join("\n");
  return [element("blockquote", {}, ...blocks(inner)), end];
}

function paragraph(lines, at) {
  const [body, end] = runOf(
    lines,
    at,
    (line, index) =>
      line.trim() && (index === at || !(startsBlock(line) || startsTable(lines, index))),
  );
  return [element("p", {}, inline(body.map((line) => line.trim()).join(" "))), end];
}

function table(lines, at) {
  const [rows, end] = runOf(lines, at, (line) => line.includes("|"));
  const ruled = rows.length > 1 && RULER.test(rows[1]);
  const body = rows.slice(ruled ? 2 : 0).filter((row) => !RULER.test(row));
  const head = ruled ? [element("thead", {}, tableRow(rows[0], "th", { scope: "col" }))] : [];
  const drawn = element(
    "table",
    {},
    ...head,
    element("tbody", {}, ...body.map((row) => tableRow(row, "td"))),
  );
  const scrolling = { class: "wide", tabindex: 0, role: "group", "aria-label": say("table") };
  return [element("div", scrolling, drawn), end];
}

function tableRow(row, tag, attributes = {}) {
  const cells = row.trim().replace(/^\||(?<!\\)\|$/g, "").split(/(?<!\\)\|/);
  return element(
    "tr",
    {},
    ...cells.map((cell) =>
      element(tag, attributes, inline(cell.trim().replaceAll("\\|", "|"))),
    ),
  );
}

// What is set further in than an item belongs to it: lists inside lists come of that.
function list(lines, at) {
  const ordered = /\d/.test(ITEM.exec(lines[at])[2]);
  const inset = indentOf(lines[at]);
  const start = ordered ? { start: parseInt(lines[at], 10) } : {};
  const drawn = element(ordered ? "ol" : "ul", start);
  const isNext = (line) => {
    const item = ITEM.exec(line ?? "");
    return item !== null && indentOf(line) === inset && /\d/.test(item[2]) === ordered;
  };
  let next = at;
  while (isNext(lines[next])) {
    const [body, end] = itemBody(lines, next, inset);
    drawn.append(element("li", {}, ...itemNodes([ITEM.exec(lines[next])[3], ...body].join("\n"))));
    next = !lines[end]?.trim() && isNext(lines[end + 1]) ? end + 1 : end;
  }
  return [drawn, next];
}

function itemBody(lines, at, inset) {
  const [body, end] = runOf(lines, at + 1, (line, index) => {
    if (!line.trim()) return indentOf(lines[index + 1] ?? "") > inset;
    return indentOf(line) > inset || (lines[index - 1].trim() && !startsBlock(line));
  });
  const indents = body.filter((line) => indentOf(line) > inset).map(indentOf);
  const shift = new RegExp(`^\\s{0,${Math.min(...indents, inset + 8)}}`);
  return [body.map((line) => line.replace(shift, "")), end];
}

function itemNodes(text) {
  const nodes = blocks(text);
  return nodes.length && nodes[0].tagName === "P" && !nodes[0].className
    ? [...nodes[0].childNodes, ...nodes.slice(1)]
    : nodes;
}

function indentOf(line) {
  return line.length - line.trimStart().length;
}

const INLINE = [
  [/\\([\\`*_{}[\]()#+.!|<>~-])/y, (found) => found[1]],
  [/(`{1,3})([^`]|[^`][^]{0,2000}?[^`])\1(?!`)/y, (found) => element("code", {}, found[2].trim())],
  [/\*\*(?=\S)([^]{0,2000}?[^\s\\])\*\*/y, (found, deep) => element("strong", {}, inline(found[1], deep))],
  [/(?<!\*)\*(?=[^\s*])([^*]{0,2000}?[^\s*\\])\*/y, (found, deep) => element("em", {}, inline(found[1], deep))],
  [/~~(?=\S)([^~]{1,2000})~~/y, (found, deep) => element("del", {}, inline(found[1], deep))],
  [/!\[([^\]\n]{0,300})\]\([^()\s]{0,2000}\)/y, (found) => found[1]],
  [/\[([^[\]]{1,500})\]\(([^()\s]{0,2000})\)/y, linkText],
  [/<(https?:[^\s<>]{1,2000})>/y, (found) => address(found[1])],
  [/<br ?\/?>/iy, () => element("br")],
];

// `_so_` counts only at the edge of a word: names with underscores stay whole.
const UNDERSCORED = [
  [/__(?=\S)([^]{1,2000}?\S)__(?!\w)/y, (found, deep) => element("strong", {}, inline(found[1], deep))],
  [/_(?=[^\s_])([^_]{0,2000}?[^\s_])_(?!\w)/y, (found, deep) => element("em", {}, inline(found[1], deep))],
];

export function inline(text, depth = 0) {
  const nodes = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const [node, next] = depth < DEEPEST ? span(text, at, depth + 1) : [null, at];
    if (node === null) {
      plain += text[at];
      at += 1;
    } else if (typeof node === "string") {
      plain += node;
      at = next;
    } else {
      nodes.push(plain, node);
      plain = "";
      at = next;
    }
  }
  return [...nodes, plain].filter((node) => node !== "");
}

function span(text, at, depth) {
  if (!"\\`*_~![<".includes(text[at])) return [null, at];
  const inWord = at > 0 && /\w/.test(text[at - 1]);
  for (const [pattern, draw] of inWord ? INLINE : [...INLINE, ...UNDERSCORED]) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return [draw(found, depth), at + found[0].length];
  }
  return [null, at];
}

// A link's label, and its address where it leads to the web; what leads elsewhere stays as written.
function linkText(found, depth) {
  const [whole, label, url] = found;
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) {
    if (!/^(https?|mailto):/i.test(url)) return whole;
    return element("span", {}, inline(label, depth), " ", address(url));
  }
  return element("span", { class: "reference" }, inline(label, depth));
}

function address(url) {
  return element("span", { class: "address" }, `(${url.replace(/^mailto:/i, "")})`);
}

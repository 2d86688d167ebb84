// Draws where an answer stands: a card that unfolds the words, and leads to the place.

import { bdi, element, icon, webAddress } from "./dom.js";
import { blocks } from "./markdown.js";
import { day, languageName, say } from "./strings.js";

const TOLD_FOR = 2000;

export function sourceCard(source, askersLanguage) {
  return element(
    "details",
    { class: "source" },
    element(
      "summary",
      {},
      element("span", { class: "number" }, String(source.number)),
      element(
        "span",
        { class: "about" },
        bdi(source.title, { class: "title" }),
        source.heading.length ? bdi(source.heading.join(" › "), { class: "path" }) : null,
        element("span", { class: "facts" }, facts(source, askersLanguage).join(" · ")),
      ),
      icon("chevron"),
    ),
    ...source.quotes.map((quote) => verbatim(quote, source)),
    element("p", { class: "place" }, place(source.url, [opens(source), icon("open")], local(source))),
  );
}

function facts(source, askersLanguage) {
  return [
    source.verified ? say("verified") : null,
    source.version ? say("version", { version: source.version }) : null,
    source.effective_from ? say("effective", { date: day(source.effective_from) }) : null,
    source.page === null ? null : say("page_number", { page: source.page }),
    source.language && source.language !== askersLanguage
      ? say("in_language", { language: languageName(source.language) })
      : null,
  ].filter((fact) => fact !== null);
}

function verbatim(quote, source) {
  return element(
    "blockquote",
    {
      lang: source.language,
      dir: "auto",
      "aria-label": say("quote_of", { number: source.number }),
    },
    ...blocks(quote),
  );
}

function opens(source) {
  if (source.page !== null) return say("open_page", { page: source.page });
  return say(source.heading.length ? "open_section" : "open_document");
}

function local(source) {
  return [`${say("kept_at")} `, bdi(source.path, { class: "path" })];
}

// A link where a browser would follow it. Browsers open no local file from a page, so that its
// location is given to copy; any other address is not offered at all.
export function place(url, label, inWords) {
  if (webAddress(url)) {
    return element(
      "a",
      { href: url, target: "_blank", rel: "noopener noreferrer" },
      ...label,
      element("span", { class: "heard" }, ` (${say("new_tab")})`),
    );
  }
  if (!url.startsWith("file:")) return element("span", {}, ...inWords);
  return element(
    "span",
    { class: "local" },
    icon("page"),
    element("span", {}, ...inWords),
    copyable(url, say("copy_place")),
  );
}

export function copyable(text, label) {
  const button = element(
    "button",
    { type: "button", class: "copy quiet icon-only", "aria-label": label, title: label },
    icon("copy"),
  );
  button.addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(text).then(
      () => "copied",
      () => "not_copied",
    );
    button.replaceChildren(icon(done === "copied" ? "check" : "outage"));
    named(button, say(done));
    setTimeout(() => {
      button.replaceChildren(icon("copy"));
      named(button, label);
    }, TOLD_FOR);
  });
  return button;
}

function named(button, name) {
  button.setAttribute("aria-label", name);
  button.title = name;
}

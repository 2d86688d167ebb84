// What can be read on the page: text that is drawn, and what fields hold or ask for.

const NO_LETTER = /[^\p{L}\p{N}\p{M}\p{Sc}\p{Extended_Pictographic}%]/gu;
const FIELDS = "input:not([type=radio], [type=checkbox]), textarea";
const HOLE = "\u0000";

/** Give the text as people read it, line by line. */
export function wordsIn(node) {
  return [node.innerText, ...fieldTexts(node)].join("\n").replace(/\n{3,}/g, "\n\n").trim();
}

/** Tell whether a text can be read inside the node: its letters, in order, markup aside. */
export function carries(node, leaf, names) {
  const read = [...drawn(node), ...fieldTexts(node)].join("");
  const letters = squashed(read);
  if (leaf.kind === "plain" && !squashed(leaf.text)) return read.includes(leaf.text.trim());
  return pieces(leaf, names).every((piece) => letters.includes(squashed(piece)));
}

function* drawn(node) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (isDrawn(walker.currentNode)) yield walker.currentNode.data;
  }
}

function isDrawn(text) {
  const invisible = { opacityProperty: true, visibilityProperty: true };
  return text.parentElement.checkVisibility(invisible) && rectangles(text).length > 0;
}

function rectangles(text) {
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()].filter(({ width, height }) => width && height);
}

function fieldTexts(node) {
  return [...node.querySelectorAll(FIELDS)]
    .filter((field) => field.checkVisibility())
    .map((field) => field.value || field.placeholder);
}

function squashed(text) {
  return text.normalize("NFKC").replace(NO_LETTER, "");
}

// A text in the pieces that are drawn as they stand: without markup, and with a hole for what
// looks different on the page (emoji, dates).
function pieces({ text, kind }, names) {
  const said = { mrkdwn: fromMrkdwn, markdown: fromMarkdown, plain: fromPlain }[kind](text, names);
  return said.replace(/:[a-z0-9_+-]+:/g, HOLE).split(new RegExp(`[${HOLE}\n]`));
}

function fromPlain(text) {
  return unescaped(text);
}

function fromMrkdwn(text, names) {
  const said = text
    .replace(/<!date\^[^>]*>/g, HOLE)
    .replace(/<[@#!]?(?:subteam\^)?([^|>]+)\|([^>]*)>/g, "$2")
    .replace(/<[@#](\w+)>|<!subteam\^(\w+)>/g, (_, id, group) => names[id ?? group] ?? id ?? group)
    .replace(/<!?([^>]+)>/g, "$1");
  return unescaped(said);
}

function fromMarkdown(text) {
  const said = text
    .replace(/^\s*(```|~~~).*$/gm, "")
    .replace(/^\s*\|?[\s:|-]+\|?\s*$/gm, "")
    .replace(/^(\s*>)*\s*(\d+[.)]|[-*+])\s+(\[[ x]\]\s)?/gm, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<(https?:[^>]+)>/g, "$1");
  return unescaped(said);
}

function unescaped(text) {
  return text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
}

/** Give the texts that stick out of the page, or of a box that cuts them off. */
export function cutOff(node) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (!text.data.trim() || !isDrawn(text)) continue;
    const right = Math.max(...rectangles(text).map((rectangle) => rectangle.right));
    if (right > rightEdgeFor(text) + 1) found.push(text.data.trim());
  }
  return found;
}

function rightEdgeFor(text) {
  let edge = Infinity;
  for (let box = text.parentElement; box !== document.body; box = box.parentElement) {
    const { overflowX } = getComputedStyle(box);
    if (overflowX === "auto" || overflowX === "scroll") return edge;
    if (overflowX !== "visible") edge = Math.min(edge, box.getBoundingClientRect().right);
  }
  return Math.min(edge, document.documentElement.clientWidth);
}

// Blocks in the form in which the library draws them as Slack does.
//
// It reads markup in plain text too, takes Markdown for mrkdwn, and turns "&lt;" into "<" before it
// looks for mentions. So what must not be read as markup is shielded: moved to characters that mean
// nothing, and moved back in what it has drawn.

const SHIELD = 0xe000;
const SHIELDED = /[\ue000-\ue080]/g;
const CHOSEN = "\ue080"; // before a choice that stands in a placeholder's place
const ENTITIES = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };
const ENTITY = "&(?:lt|gt|amp);";
const SHORTCODE = ":[a-z0-9_+-]+:";
const MARKUP = "<[^>]*>";
const CODE = "`+[^`]*`+";
const DOUBLED = "\\*\\*+|~~+|__+"; // strong and struck text in Markdown; nothing in mrkdwn
const LIST = "(?<=^\\s*)(?:-|\\d+[.)])(?=\\s)"; // mrkdwn has no lists
const IN_PLAIN = new RegExp(`${SHORTCODE}|${ENTITY}|[!-/:-@[-\`{-~]`, "g");
const IN_CODE = new RegExp(`${ENTITY}|[!-/:-@[-_{-~]`, "g");
const IN_MRKDWN = new RegExp(
  `${SHORTCODE}|${MARKUP}|${CODE}|${ENTITY}|${DOUBLED}|${LIST}|[[\\]()#!+\\\\]`,
  "gm",
);

/** Give a copy of blocks that the library draws as Slack would. */
export function adapted(part, names) {
  if (Array.isArray(part)) return part.map((one) => adapted(one, names));
  if (part === null || typeof part !== "object") return part;
  const own = numberAsText(inputMarked(choiceShown(part, names)));
  const parts = Object.entries(own).map(([key, one]) => [key, adapted(one, names)]);
  const copy = Object.fromEntries(parts);
  if (own.type === "plain_text" || own.type === "raw_text") copy.text = plain(own.text);
  if (own.type === "mrkdwn") Object.assign(copy, { text: mrkdwn(own.text), verbatim: false });
  return copy;
}

/** Move back, in what the library has drawn, what was shielded from it. */
export function unshield(node) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text.data.startsWith(CHOSEN)) text.parentElement.style.color = "var(--ink)";
    if (text.data.search(SHIELDED) >= 0) text.data = unshielded(text.data);
  }
  for (const { attributes } of node.querySelectorAll("[aria-label], [title], [alt]")) {
    for (const attribute of attributes) attribute.value = unshielded(attribute.value);
  }
}

function plain(text) {
  return text.replace(IN_PLAIN, (found) => (/^:./.test(found) ? found : shielded(found)));
}

function mrkdwn(text) {
  return text.replace(IN_MRKDWN, (found) => {
    if (found.startsWith("`")) return found.replace(IN_CODE, shielded);
    return /^[:<]./.test(found) ? found : shielded(found);
  });
}

function shielded(text) {
  const characters = [...(ENTITIES[text] ?? text)];
  return characters.map((one) => String.fromCharCode(SHIELD + one.charCodeAt(0))).join("");
}

function unshielded(text) {
  return text
    .replaceAll(CHOSEN, "")
    .replace(SHIELDED, (one) => String.fromCharCode(one.charCodeAt(0) - SHIELD));
}

// The library keeps an initial choice to itself, and goes on showing the placeholder.
function choiceShown(element, names) {
  if (!/_select$/.test(element.type)) return element;
  const options = element.initial_options ?? [element.initial_option].filter(Boolean);
  const ids = ["user", "channel", "conversation"].flatMap(
    (kind) => element[`initial_${kind}s`] ?? element[`initial_${kind}`] ?? [],
  );
  const chosen = [...options.map(({ text }) => text.text), ...ids.map((id) => names[id] ?? id)];
  if (!chosen.length) return element;
  const { initial_option, initial_options, ...bare } = element;
  return { ...bare, placeholder: { type: "plain_text", text: CHOSEN + chosen.join(", ") } };
}

// Nor does it say that an input may stay empty, as Slack does behind the label.
function inputMarked(block) {
  if (block.type !== "input" || !block.optional) return block;
  return { ...block, label: { ...block.label, text: `${block.label.text} (optional)` } };
}

// Nor does it know numbers in tables.
function numberAsText(cell) {
  if (cell.type !== "raw_number") return cell;
  return { type: "raw_text", text: cell.text ?? String(cell.value) };
}

// Draws one exchange: the question, and what came of it.

import { bdi, element, icon } from "./dom.js";
import { blocks } from "./markdown.js";
import { copyable, place, sourceCard } from "./sources.js";
import { knows, say } from "./strings.js";

const NO_BREAK = "\u00a0";

// `acts` are what the buttons of an exchange do: choose(option) and again().
export function drawnExchange(exchange, { person, audience, acts }) {
  return element(
    "article",
    { class: "exchange" },
    question(exchange, person, audience),
    outcome(exchange, acts),
  );
}

function question(exchange, person, audience) {
  return element(
    "div",
    { class: "question" },
    element("h2", { class: "heard" }, say("you_asked", { name: person.name })),
    element("p", { dir: "auto" }, exchange.text),
    element(
      "small",
      {},
      icon(audience === "private" ? "lock" : "people"),
      say(`seen_${audience}`),
    ),
  );
}

function outcome(exchange, acts) {
  if (exchange.reply) return reply(exchange, acts);
  if (exchange.failure) return failure(exchange.failure, acts);
  return element(
    "div",
    { class: "answer searching" },
    element("span", { class: "dots", "aria-hidden": "true" }, ...dots()),
    say("searching"),
  );
}

function dots() {
  return [1, 2, 3].map(() => element("i"));
}

const DRAWERS = { grounded, abstained, clarification, unavailable };

function reply(exchange, acts) {
  const { answer, exchange_id: id, language: code, first } = exchange.reply;
  return [
    first ? turnTo(first, code) : null,
    element(
      "div",
      { class: `answer ${answer.kind}` },
      element("h2", { class: "heard" }, say("answered")),
      ...DRAWERS[answer.kind](answer, { code, acts, chosen: exchange.chosen }),
      record(id),
    ),
  ];
}

// Whom to turn to, before anything that a policy says.
function turnTo(text, code) {
  return element("p", { class: "first", role: "note", lang: code, dir: "auto" }, icon("people"), text);
}

function grounded(answer, { code }) {
  const cards = answer.sources.map((source) => sourceCard(source, code));
  const said = element("div", { class: answer.frame ? "said quoted" : "said" });
  said.append(...statements(answer, cards));
  return [
    answer.frame ? element("p", { class: "frame", lang: code, dir: "auto" }, answer.frame) : null,
    said,
    answer.missing ? element("p", { class: "missing", lang: code, dir: "auto" }, answer.missing) : null,
    ...answer.steps.map((step) => element("p", { class: "step" }, step)),
    element(
      "div",
      { class: "sources" },
      element("h3", {}, say("sources")),
      ...cards,
    ),
  ];
}

// Sentences run on in one paragraph; a statement that is a list or a table stands by itself.
function statements(answer, cards) {
  const drawn = [];
  let running = null;
  for (const statement of answer.statements) {
    const nodes = blocks(statement.text);
    const markers = markersOf(statement, answer.sources, cards);
    if (nodes.length === 1 && nodes[0].tagName === "P" && !nodes[0].className) {
      if (!running) drawn.push((running = element("p", { dir: "auto" })));
      const sentence = element("span", { lang: statement.language }, ...nodes[0].childNodes);
      running.append(sentence, tied(sentence, markers), " ");
    } else {
      running = null;
      drawn.push(
        element("div", { lang: statement.language, dir: "auto", class: "block" }, ...nodes),
        element("p", { class: "borne" }, ...markers),
      );
    }
  }
  return drawn;
}

// Keeps the markers on the line of the last word, unless that word is too long for a small screen.
function tied(sentence, markers) {
  const last = sentence.lastChild;
  const word = last?.nodeType === Node.TEXT_NODE ? /\S{1,20}$/.exec(last.data) : null;
  if (!word) return element("span", {}, ...markers);
  last.data = last.data.slice(0, word.index);
  return element("span", { class: "tied", lang: sentence.lang }, word[0], ...markers);
}

function markersOf(statement, sources, cards) {
  return statement.sources.flatMap((number) => {
    const { title } = sources[number - 1];
    const marker = element(
      "button",
      {
        type: "button",
        class: "marker",
        "aria-label": say("source_marker", { number, title }),
        onclick: () => unfold(cards[number - 1]),
      },
      `[${number}]`,
    );
    return [NO_BREAK, marker];
  });
}

function unfold(card) {
  card.open = true;
  card.querySelector("summary").focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest" });
}

// What is no question on a policy is answered with a sentence: nothing is missing.
const NOT_ASKED = new Set(["courtesy", "person_wanted"]);

function abstained(answer, { code }) {
  return [
    NOT_ASKED.has(answer.reason) ? null : notice("none", say("no_answer")),
    element("p", { class: "told", lang: code, dir: "auto" }, answer.text),
    answer.nearest.length
      ? element(
          "div",
          { class: "nearest" },
          element("p", {}, say("look_in")),
          element("ul", {}, ...answer.nearest.map((near) => element("li", {}, nearby(near)))),
        )
      : null,
  ];
}

function nearby(near) {
  return place(near.url, [icon("page"), bdi(near.title)], [bdi(near.title)]);
}

function clarification(answer, { code, acts, chosen }) {
  return [
    notice("ask", say("needs_fact")),
    element("p", { class: "told", lang: code, dir: "auto" }, answer.question),
    answer.options.length
      ? element(
          "div",
          { class: "options", role: "group", "aria-label": answer.question },
          ...answer.options.map((option) => choice(option, { acts, chosen, code })),
        )
      : null,
  ];
}

function choice(option, { acts, chosen, code }) {
  const isChosen = chosen === option;
  return element(
    "button",
    {
      type: "button",
      lang: code,
      "aria-pressed": String(isChosen),
      disabled: chosen !== null,
      onclick: () => acts.choose(option),
    },
    isChosen ? icon("check") : null,
    bdi(option),
  );
}

function unavailable(answer, { code, acts }) {
  return [
    notice("outage", say("outage")),
    element("p", { class: "told", lang: code, dir: "auto" }, answer.text),
    element("p", { class: "note" }, say("outage_note")),
    againButton(acts),
  ];
}

function failure(error, acts) {
  return element(
    "div",
    { class: "answer failed" },
    notice("outage", say("failed_title")),
    element("p", { class: "told" }, failureText(error)),
    againButton(acts),
  );
}

function failureText({ code, message, reference }) {
  return knows(code) ? say(code, { reference }) : message;
}

function againButton(acts) {
  return element(
    "button",
    { type: "button", class: "again", onclick: acts.again },
    icon("again"),
    say("try_again"),
  );
}

function notice(symbol, text) {
  return element("p", { class: "notice" }, icon(symbol), text);
}

function record(id) {
  return element(
    "footer",
    { class: "record" },
    element("span", {}, say("on_record", { id })),
    copyable(id, say("copy_id", { id })),
  );
}

export function conversationEntry(conversation, { isCurrent, open }) {
  return element(
    "li",
    {},
    element(
      "button",
      { type: "button", "aria-current": isCurrent ? "true" : null, onclick: open },
      icon(conversation.audience === "private" ? "lock" : "people"),
      bdi(conversation.exchanges[0].text, { class: "title" }),
      element("span", { class: "heard" }, say(`seen_${conversation.audience}`)),
    ),
  );
}

export function exampleGroup(code, examples, onAsk) {
  return element(
    "div",
    { class: "examples" },
    element("h2", {}, say(`examples_${code}`)),
    ...examples.map((example) =>
      element(
        "button",
        { type: "button", class: "chip", lang: code, onclick: () => onAsk(example.text) },
        example.text,
      ),
    ),
  );
}


// The page: who is asking, what was asked, and what came back.

import { Conversations, isWaiting } from "./conversations.js";
import { element, find } from "./dom.js";
import { preferences } from "./preferences.js";
import { conversationEntry, drawnExchange, exampleGroup } from "./render.js";
import { ask, opening, progress } from "./server.js";
import { number, say } from "./strings.js";

const NEARLY_FULL = 0.85;
const PROGRESS_EVERY = 2000;

const conversations = new Conversations();
let known = { company: "", people: [], examples: [], longest_question: 4000 };

function asker() {
  return known.people.find((person) => person.email === find("asker").value);
}

function audience() {
  return document.querySelector("input[name=audience]:checked").value;
}

async function start() {
  preferences(() => known.people.length && drawAll());
  try {
    known = await opening();
  } catch {
    complain(say("not_loaded"));
    find("send").disabled = true;
    return;
  }
  find("company").textContent = known.company;
  document.title = `policybot · ${known.company}`;
  find("asker").append(...known.people.map(choiceOf));
  listen();
  beginAgain();
  if (window.matchMedia("(pointer: fine)").matches) focusQuestion();
  watchProgress();
}

function choiceOf(person) {
  const label = person.title ? `${person.name} · ${person.title}` : person.name;
  return element("option", { value: person.email }, label);
}

function listen() {
  find("asker").addEventListener("change", beginAgain);
  for (const input of document.querySelectorAll("input[name=audience]")) {
    input.addEventListener("change", beginAgain);
  }
  find("new-conversation").addEventListener("click", () => {
    beginAgain();
    focusQuestion();
  });
  find("open-conversations").addEventListener("click", toggleConversations);
  find("veil").addEventListener("click", closeConversations);
  find("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    askTyped();
  });
  find("question").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    askTyped();
  });
  find("question").addEventListener("input", () => {
    complain("");
    drawCount();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeOpen(event.target);
  });
}

// A new asker or another audience is another conversation: nothing of the former one stays, not
// even what was typed by somebody else.
function beginAgain() {
  if (conversations.current && conversations.current.asker !== asker().email) {
    find("question").value = "";
  }
  conversations.begin(asker().email, audience());
  closeConversations();
  complain("");
  drawAll();
}

function openConversation(conversation) {
  document.querySelector(`input[name=audience][value=${conversation.audience}]`).checked = true;
  conversations.open(conversation);
  closeConversations();
  drawAll();
  focusQuestion();
}

// Asking

function askTyped() {
  const box = find("question");
  const text = box.value.trim();
  if (isWaiting(conversations.current)) return;
  if (!text) return complain(say("empty"));
  if (text.length > known.longest_question) {
    const facts = { count: number(text.length), limit: number(known.longest_question) };
    return complain(say("over_limit", facts));
  }
  box.value = "";
  drawCount();
  put(conversations.current, text);
}

function put(conversation, text) {
  complain("");
  const exchange = conversations.add(conversation, text);
  const article = drawn(exchange);
  find("welcome").hidden = true;
  find("log").append(article);
  article.scrollIntoView({ block: "start" });
  drawConversations();
  seek(conversation, exchange);
}

async function seek(conversation, exchange) {
  const { asker: email, audience: readBy, thread } = conversation;
  try {
    exchange.reply = await ask({ text: exchange.text, asker: email, thread, audience: readBy });
    conversation.thread = exchange.reply.thread;
  } catch (failure) {
    exchange.failure = failure;
    if (conversation === conversations.current) keepTyped(exchange.text);
  }
  if (conversation === conversations.current) drawExchange(conversation, exchange);
  drawConversations();
}

// What failed is put back to be sent again, unless something else has been typed meanwhile.
function keepTyped(text) {
  const box = find("question");
  if (!box.value) box.value = text;
}

function again(conversation, exchange) {
  const box = find("question");
  if (box.value === exchange.text) box.value = "";
  exchange.reply = null;
  exchange.failure = null;
  drawExchange(conversation, exchange);
  focusQuestion();
  seek(conversation, exchange);
}

function choose(conversation, exchange, option) {
  if (isWaiting(conversation)) return;
  exchange.chosen = option;
  drawExchange(conversation, exchange);
  put(conversation, option);
  focusQuestion();
}

// Drawing

function drawAll() {
  const { exchanges } = conversations.current;
  find("welcome").hidden = exchanges.length > 0;
  find("log").replaceChildren(...exchanges.map((exchange) => drawn(exchange)));
  drawWelcome();
  drawScope();
  drawCount();
  drawConversations();
  find("log").lastElementChild?.scrollIntoView({ block: "start" });
}

function drawn(exchange) {
  const conversation = conversations.current;
  return drawnExchange(exchange, {
    person: asker(),
    audience: conversation.audience,
    acts: {
      choose: (option) => choose(conversation, exchange, option),
      again: () => again(conversation, exchange),
    },
  });
}

function drawExchange(conversation, exchange) {
  const place = find("log").children[conversation.exchanges.indexOf(exchange)];
  const article = drawn(exchange);
  place.replaceWith(article);
  article.scrollIntoView({ block: "start" });
}

function drawWelcome() {
  const [first] = asker().name.split(" ");
  document.querySelector("#welcome h1").textContent = say("welcome", { name: first });
  find("promise").textContent = say("promise", { company: known.company });
  const groups = ["en", "es"]
    .map((code) => [code, known.examples.filter((example) => example.language === code)])
    .filter(([, examples]) => examples.length);
  const onAsk = (text) => {
    put(conversations.current, text);
    focusQuestion();
  };
  find("examples").replaceChildren(
    ...groups.map(([code, examples]) => exampleGroup(code, examples, onAsk)),
  );
}

function drawScope() {
  const { name, note } = asker();
  const isPrivate = conversations.current.audience === "private";
  find("scope").textContent = [
    say(isPrivate ? "scope_private" : "scope_channel", { name }),
    isPrivate ? note : "",
  ].join(" ");
}

function drawCount() {
  const { length } = find("question").value;
  const isOver = length > known.longest_question;
  find("count").hidden = length < NEARLY_FULL * known.longest_question;
  find("count").textContent = say("count", {
    count: number(length),
    limit: number(known.longest_question),
  });
  find("count").classList.toggle("over", isOver);
}

function drawConversations() {
  find("conversation-list").replaceChildren(
    ...conversations.of(conversations.current.asker).map((conversation) =>
      conversationEntry(conversation, {
        isCurrent: conversation === conversations.current,
        open: () => openConversation(conversation),
      }),
    ),
  );
  find("send").disabled = isWaiting(conversations.current);
}

function complain(text) {
  find("complaint").textContent = text;
  find("complaint").hidden = !text;
}

function focusQuestion() {
  find("question").focus({ preventScroll: true });
}

// Escape and the panel of conversations on small screens

function toggleConversations() {
  const isOpen = document.body.classList.toggle("panel-open");
  find("open-conversations").setAttribute("aria-expanded", String(isOpen));
  if (isOpen) find("new-conversation").focus();
}

function closeConversations() {
  document.body.classList.remove("panel-open");
  find("open-conversations").setAttribute("aria-expanded", "false");
}

function closeOpen(target) {
  const card = target.closest?.("details[open]");
  if (document.body.classList.contains("panel-open")) {
    closeConversations();
    find("open-conversations").focus();
  } else if (card) {
    card.open = false;
    card.querySelector("summary").focus();
  } else {
    complain("");
    focusQuestion();
  }
}

async function watchProgress() {
  let seen;
  try {
    seen = await progress();
  } catch {
    seen = { indexed: 0, total: 0 };
  }
  const isDone = seen.indexed >= seen.total;
  find("progress").hidden = isDone;
  if (isDone) return;
  find("indexed").max = seen.total;
  find("indexed").value = seen.indexed;
  find("progress-text").textContent = say("indexing", {
    indexed: number(seen.indexed),
    total: number(seen.total),
  });
  setTimeout(watchProgress, PROGRESS_EVERY);
}

start();

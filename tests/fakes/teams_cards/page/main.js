// Draws what is sent to Teams: text by markdown-it, cards by Microsoft's own renderer.

import * as AC from "adaptivecards/dist/adaptivecards.js";
import markdownIt from "markdown-it";

import { hostConfig } from "./look.js";
import "./page.css";

const markdown = markdownIt({ html: true, linkify: true });
const MARK = /\[(\d+)\]/g;

AC.AdaptiveCard.onProcessMarkdown = (text, result) => {
  result.outputHtml = markdown.render(text);
  result.didProcess = true;
};

/** Draw activities below one another, or bare cards; tell what can be read, opened, and is wrong. */
window.show = (activities, theme) => {
  document.documentElement.dataset.theme = theme;
  const page = document.getElementById("page");
  const complaints = [];
  page.replaceChildren(...activities.map((activity) => bubble(activity, theme, complaints)));
  const links = [...page.querySelectorAll("a[href]")].map((link) => link.getAttribute("href"));
  return {
    text: page.innerText,
    links,
    complaints,
    cut: [...page.querySelectorAll("button")].filter(isCut).map((button) => button.innerText.trim()),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
};

/** Press the button of this title. */
window.press = (title) => {
  const buttons = [...document.querySelectorAll("button")];
  buttons.find((button) => button.innerText.trim() === title).click();
  return document.getElementById("page").innerText;
};

function isCut(button) {
  const room = button.closest(".ac-adaptiveCard").getBoundingClientRect();
  return button.getBoundingClientRect().right > room.right;
}

function bubble(activity, theme, complaints) {
  const around = div("message");
  const entity = (activity.entities ?? [])[0] ?? {};
  if (entity.additionalType) around.append(div("label", "AI generated"));
  if (entity.usageInfo) around.append(div("label", entity.usageInfo.name));
  if (activity.text) around.append(said(activity.text, entity.citation ?? []));
  for (const { content } of activity.attachments ?? []) around.append(card(content, theme, complaints));
  if (activity.channelData?.feedbackLoop) around.append(div("thumbs", "👍 👎"));
  return around;
}

// What Teams does with a mark that has a source: a number that unfolds it.
function said(text, claims) {
  const known = new Set(claims.map((claim) => String(claim.position)));
  const drawn = div("text");
  drawn.innerHTML = markdown.render(text).replace(MARK, (mark, number) =>
    known.has(number) ? `<cite>${number}</cite>` : mark,
  );
  return drawn;
}

function card(content, theme, complaints) {
  const context = new AC.SerializationContext(AC.Versions.v1_5);
  const drawn = new AC.AdaptiveCard();
  drawn.hostConfig = new AC.HostConfig(hostConfig(theme));
  drawn.parse(content, context);
  for (let n = 0; n < context.eventCount; n++) complaints.push(context.getEventAt(n).message);
  complaints.push(...drawn.validateProperties().validationEvents.map((event) => event.message));
  const around = div(content.msteams?.width === "Full" ? "card full" : "card");
  around.append(drawn.render());
  return around;
}

function div(name, text = "") {
  const made = document.createElement("div");
  made.className = name;
  made.innerText = text;
  return made;
}

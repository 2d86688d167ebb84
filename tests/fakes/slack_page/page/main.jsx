// Shows one message, modal or home view, and tells what of its text can be seen.

import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";

import "slack-blocks-to-jsx/dist/style.css";
import "./page.css";
import { Home, Modal, Sent } from "./frames.jsx";
import { leaves } from "./leaves.js";
import { carries, cutOff, wordsIn } from "./seen.js";

const FRAMES = { modal: Modal, home: Home };

window.show = (payload, { theme, names }) => {
  const Frame = FRAMES[payload.type] ?? Sent;
  const plain = [];
  const page = document.getElementById("page");
  document.documentElement.dataset.theme = theme;
  const look = { theme, names, drawnPlainly: (leftOut) => plain.push(...leftOut) };
  const root = createRoot(page, { onCaughtError() {} });
  flushSync(() => root.render(<Frame payload={payload} look={look} />));
  return { plain, ...report(payload, page, names) };
};

function report(payload, page, names) {
  const all = leaves(payload);
  return {
    text: wordsIn(page),
    behind: all.filter((leaf) => leaf.behind),
    unseen: all.filter((leaf) => !leaf.behind && !carries(page, leaf, names)),
    cutOff: cutOff(page),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
}

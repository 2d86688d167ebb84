// What stands around the blocks: the sender of a message, a modal's title and buttons, a home's tabs.

import { Blocks } from "./blocks.jsx";

const APP = "policybot";
const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** A message as chat.postMessage, chat.postEphemeral or chat.stopStream take it. */
export function Sent({ payload, look }) {
  const sender = payload.username ?? APP;
  return (
    <article className="message">
      {payload.is_ephemeral && <p className="only-you">◉ Only visible to you</p>}
      <div className="avatar" aria-hidden="true">{sender[0].toUpperCase()}</div>
      <div className="content">
        <header>
          <strong>{sender}</strong> <span className="badge">APP</span>{" "}
          <time>{CLOCK.format(payload.ts ? payload.ts * 1000 : Date.UTC(2025, 0, 6, 9))}</time>
        </header>
        {said(payload).map(([path, blocks]) => (
          <Blocks key={path} blocks={blocks} path={path} look={look} />
        ))}
      </div>
    </article>
  );
}

// `text` stands in for blocks where there are none; beside blocks it is for notifications alone.
function said({ text, markdown_text, blocks, attachments }) {
  const parts = [];
  if (markdown_text) parts.push(["markdown", [{ type: "markdown", text: markdown_text }]]);
  if (blocks?.length) parts.push(["blocks", blocks]);
  if (!parts.length && text) {
    parts.push(["text", [{ type: "section", text: { type: "mrkdwn", text } }]]);
  }
  if (attachments?.length) parts.push(["attachments", attachments]);
  return parts;
}

/** A view as views.open, views.update and views.push take it. */
export function Modal({ payload, look }) {
  return (
    <div className="behind-modal">
      <div className="modal" role="dialog" aria-label={payload.title?.text}>
        <header>
          <h1>{payload.title?.text}</h1>
          <span className="cross" aria-hidden="true">✕</span>
        </header>
        <div className="content">
          <Blocks blocks={payload.blocks} look={look} />
        </div>
        <footer>
          <button type="button">{payload.close?.text ?? "Close"}</button>
          {payload.submit && <button type="button" className="primary">{payload.submit.text}</button>}
        </footer>
      </div>
    </div>
  );
}

/** A view as views.publish takes it. */
export function Home({ payload, look }) {
  return (
    <div className="home">
      <header>
        <strong>{APP}</strong>
        <nav>
          <span className="chosen">Home</span> <span>Messages</span> <span>About</span>
        </nav>
      </header>
      <div className="content">
        <Blocks blocks={payload.blocks} look={look} />
      </div>
    </div>
  );
}

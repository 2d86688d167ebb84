// Reads the conversation that the playground's client shows: all of it, or message by message.

const BOX = "[role=textbox][contenteditable=true]";

/** The column where people write: not the list of chats, nor the log. */
function column() {
  let node = document.querySelector(BOX);
  while (node && !node.parentElement.querySelector("[role=treeitem]")) node = node.parentElement;
  return node;
}

window.says = (text) => {
  let said = squeezed(column()?.innerText ?? "");
  for (const box of document.querySelectorAll(BOX)) said = said.replace(squeezed(box.innerText), " ");
  return said.includes(squeezed(text));
};

window.messages = () =>
  [...column().querySelectorAll('button[aria-label="Show more information"]')].map((menu) => {
    const header = menu.parentElement.parentElement;
    const post = header.closest('[id^="fui-CardHeader"]')?.parentElement;
    return {
      author: authorIn(header)?.innerText ?? "",
      isAi: header.innerText.includes("AI generated"),
      text: squeezed(post ? post.nextElementSibling.innerText : beneath(header)),
    };
  });

/** Give the id of the message that something on the page belongs to, as the client keeps it. */
window.messageOf = (element) => {
  const kept = Object.keys(element).find((name) => name.startsWith("__reactFiber$"));
  for (let one = element[kept]; one; one = one.return) {
    if (one.memoizedProps?.message?.id) return one.memoizedProps.message.id;
  }
  throw new Error("It belongs to no message.");
};

function authorIn(header) {
  const named = header.querySelector('[aria-label="Message author"]');
  return named ?? header.querySelector(":scope > span:not([role])");
}

function beneath(header) {
  return header.parentElement.innerText.slice(header.innerText.length);
}

function squeezed(text) {
  return text.replace(/\s+/g, " ").trim();
}

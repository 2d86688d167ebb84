// The conversations of this page, each of one person and one audience. They live as long as the
// page does, and only those of whoever is asking now can be seen or opened.

export class Conversations {
  #all = [];
  current = null;

  begin(asker, audience) {
    this.current = { asker, audience, thread: null, exchanges: [] };
    return this.current;
  }

  open(conversation) {
    this.current = conversation;
  }

  // Those in which something was asked, the latest first.
  of(asker) {
    return this.#all.filter((conversation) => conversation.asker === asker);
  }

  add(conversation, text) {
    const exchange = { text, reply: null, failure: null, chosen: null };
    conversation.exchanges.push(exchange);
    this.#all = [conversation, ...this.#all.filter((other) => other !== conversation)];
    return exchange;
  }
}

export function isWaiting(conversation) {
  return conversation.exchanges.some((exchange) => !exchange.reply && !exchange.failure);
}

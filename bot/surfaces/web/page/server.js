// The way to the server. What goes wrong becomes one kind of error, with a code that can be said.

export class Failure extends Error {
  constructor(code, message, reference = "") {
    super(message);
    this.code = code;
    this.reference = reference;
  }
}

export function opening() {
  return send("api/people");
}

export function progress() {
  return send("api/progress");
}

export function ask({ text, asker, thread, audience }) {
  return send("api/ask", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text, asker, thread, audience }),
  });
}

async function send(path, options = {}) {
  let response;
  let body;
  try {
    response = await fetch(path, options);
    body = await response.json();
  } catch (error) {
    throw new Failure("unreachable", String(error));
  }
  if (!response.ok) {
    const { code = "unreachable", message = "", reference = "" } = body.error ?? {};
    throw new Failure(code, message, reference);
  }
  return body;
}

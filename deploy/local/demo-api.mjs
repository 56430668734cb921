// How the demo reaches the running installation: its HTTP API and its mail inbox.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const state = resolve(process.env.LINTEL_STATE_DIR || ".lintel");

/** Something that the person can act upon; anything else is a fault and keeps its stack. */
export class Refusal extends Error {}

export function runningInstallation() {
  const file = join(state, "running.json");
  if (!existsSync(file)) throw new Refusal("Lintel is not running here. Start it with `make run` and try again.");
  return JSON.parse(readFileSync(file, "utf8"));
}

/** A call of the API; a refusal is an answer, no answer is a Refusal. */
export async function call(base, method, path, { body, token, key } = {}) {
  const headers = { accept: "application/json" };
  // A form says by itself what it is.
  const form = body instanceof FormData;
  if (body && !form) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  if (key) headers["idempotency-key"] = key;
  const request = { method, headers, body: form ? body : body && JSON.stringify(body), signal: AbortSignal.timeout(20_000) };
  const reply = await fetch(new URL(path, base), request).catch(() => {
    throw new Refusal(`Lintel does not answer at ${base}. Start it with \`make run\` and try again.`);
  });
  const text = await reply.text();
  return { status: reply.status, body: text && reply.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text };
}

/** The body of a successful reply; anything else ends the demo with what the server said. */
export async function expect(what, reply) {
  const { status, body } = await reply;
  if (status >= 200 && status < 300) return body;
  const fields = body?.errors ? ` ${JSON.stringify(body.errors)}` : "";
  throw new Refusal(`${what}: ${status} ${body?.detail ?? body}${fields}`);
}

/** The token of the link `<start><token>` in the newest mail to the address that has one, read from the inbox of this installation. */
export async function tokenFromMail(inbox, address, start) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const mails = await (await fetch(new URL("/email", inbox))).json();
    const theirs = mails.filter(({ to }) => to.some((person) => person.address === address)).reverse();
    for (const { text } of theirs) {
      const token = text?.split(start)[1]?.split(/[\s"&<]/)[0];
      if (token) return decodeURIComponent(token);
    }
    await new Promise((wake) => setTimeout(wake, 250));
  }
  throw new Refusal("A mail did not arrive within a minute; see logs/notifications.log in the state folder.");
}

/** A service's own copy of a new row of another service arrives a moment later. */
export async function whenKnown(change) {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof Refusal) || Date.now() > deadline || !/NOT_FOUND|not found|404/.test(error.message)) throw error;
      await new Promise((wake) => setTimeout(wake, 250));
    }
  }
}

/** The calls of somebody who is signed in. */
export class Account {
  constructor(base, token) {
    this.base = base;
    this.token = token;
  }

  read(what, path) {
    return expect(what, call(this.base, "GET", path, { token: this.token }));
  }

  /** A change, sent once under a name of its own. */
  write(what, path, body) {
    return expect(what, call(this.base, "POST", path, { body, token: this.token, key: randomUUID() }));
  }

  /** Uploads bytes and gives their address. */
  async upload(what, path, name, type, bytes) {
    const form = new FormData();
    form.append("file", new Blob([bytes], { type }), name);
    return (await this.write(what, path, form)).url;
  }

  /** Changes a row. */
  change(what, path, body) {
    return expect(what, call(this.base, "PATCH", path, { body, token: this.token, key: randomUUID() }));
  }

  /** Puts a row in place. */
  put(what, path, body) {
    return expect(what, call(this.base, "PUT", path, { body, token: this.token, key: randomUUID() }));
  }
}

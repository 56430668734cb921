// How the demo reaches the running installation: its HTTP API and its mail inbox.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const state = resolve(process.env.LINTEL_STATE_DIR || ".lintel");

/** Something that the person can act upon; anything else is a fault and keeps its stack. */
export class Refusal extends Error {}

export function runningInstallation() {
  const file = join(state, "running.json");
  if (!existsSync(file)) throw new Refusal("Lintel is not running here. Start it with `make run` and try again.");
  return JSON.parse(readFileSync(file, "utf8"));
}

/** How long a call is sent again to an installation that is too busy to answer it. */
const PATIENCE_MS = 60_000;
const isBusy = ({ status }) => status === 503 || status === 504;

/**
 * A call of the API; a refusal is an answer, no answer is a Refusal. What a busy installation could not answer is sent again under the
 * same key, so that nothing is added twice.
 */
export async function call(base, method, path, { body, token, key = randomUUID() } = {}) {
  const headers = { accept: "application/json" };
  // A form says by itself what it is.
  const form = body instanceof FormData;
  if (body && !form) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  if (method !== "GET") headers["idempotency-key"] = key;
  const send = () =>
    fetch(new URL(path, base), { method, headers, body: form ? body : body && JSON.stringify(body), signal: AbortSignal.timeout(20_000) }).catch(() => {
      throw new Refusal(`Lintel does not answer at ${base}. Start it with \`make run\` and try again.`);
    });
  const deadline = Date.now() + PATIENCE_MS;
  let reply = await send();
  while (isBusy(reply) && Date.now() < deadline) {
    await sleep(1_000 * Number(reply.headers.get("retry-after") || 1));
    reply = await send();
  }
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
    await sleep(250);
  }
  throw new Refusal("A mail did not arrive within a minute; see logs/notifications.log in the state folder.");
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

  /** A change. */
  write(what, path, body) {
    return expect(what, call(this.base, "POST", path, { body, token: this.token }));
  }

  /** Uploads bytes and gives their address. */
  async upload(what, path, name, type, bytes) {
    const form = new FormData();
    form.append("file", new Blob([bytes], { type }), name);
    return (await this.write(what, path, form)).url;
  }

  /** Changes a row. */
  change(what, path, body) {
    return expect(what, call(this.base, "PATCH", path, { body, token: this.token }));
  }

  /** Puts a row in place. */
  put(what, path, body) {
    return expect(what, call(this.base, "PUT", path, { body, token: this.token }));
  }
}

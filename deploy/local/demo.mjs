// `make demo`: fills the running installation through its own front door, as a person would: sign up, read the mail,
// follow the link, log in, add twelve properties. A second run finds everything there and changes nothing.
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { LANDLORD, PROPERTIES } from "./demo-portfolio.mjs";

const state = resolve(process.env.LINTEL_STATE_DIR || ".lintel");
const passwordFile = join(state, "demo-password");

/** Something that the person can act upon; anything else is a fault and keeps its stack. */
class Refusal extends Error {}

function runningInstallation() {
  const file = join(state, "running.json");
  if (!existsSync(file)) throw new Refusal("Lintel is not running here. Start it with `make run` and try again.");
  return JSON.parse(readFileSync(file, "utf8"));
}

/** A call of the API; a refusal is an answer, no answer is a Refusal. */
async function call(base, method, path, { body, token, key } = {}) {
  const headers = { accept: "application/json" };
  if (body) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  if (key) headers["idempotency-key"] = key;
  const request = { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(20_000) };
  const reply = await fetch(new URL(path, base), request).catch(() => {
    throw new Refusal(`Lintel does not answer at ${base}. Start it with \`make run\` and try again.`);
  });
  const text = await reply.text();
  return { status: reply.status, body: text && reply.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text };
}

/** The body of a successful reply; anything else ends the demo with what the server said. */
async function expect(what, reply) {
  const { status, body } = await reply;
  if (status >= 200 && status < 300) return body;
  const fields = body?.errors ? ` ${JSON.stringify(body.errors)}` : "";
  throw new Refusal(`${what}: ${status} ${body?.detail ?? body}${fields}`);
}

/** The token of the newest verification mail to the address, read from the inbox of this installation. */
async function tokenFromMail(inbox, address) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const mails = await (await fetch(new URL("/email", inbox))).json();
    const mail = mails.findLast(({ to }) => to.some((person) => person.address === address));
    const token = /\/verify-email\?token=([^\s"&<]+)/.exec(mail?.text ?? "")?.[1];
    if (token) return decodeURIComponent(token);
    await new Promise((wake) => setTimeout(wake, 250));
  }
  throw new Refusal("The verification mail did not arrive within a minute; see logs/notifications.log in the state folder.");
}

/** Follows the link of the verification mail; without a mail transport the sign-up's reply held the code. */
async function verify({ url, inbox }, code) {
  if (!code && !inbox) {
    throw new Refusal("Mail leaves this installation (LINTEL_SMTP_URL), so the demo cannot read the verification mail.");
  }
  const [path, body] = code
    ? ["/api/auth/verify-manual", { code }]
    : ["/api/auth/verify-email", { token: await tokenFromMail(inbox, LANDLORD.email) }];
  await expect("Verifying", call(url, "POST", path, { body, key: randomUUID() }));
}

async function signUp(installation, password) {
  const account = { ...LANDLORD, password };
  const reply = await call(installation.url, "POST", "/api/auth/signup", { body: account, key: randomUUID() });
  if (reply.status === 409) {
    throw new Refusal(`${LANDLORD.email} has an account here already, made by somebody else than this command.`);
  }
  const { verificationCode } = await expect("Signing up", reply);
  await verify(installation, verificationCode);
}

/** The token of a sign-in; makes the account, or verifies one that an interrupted run left unverified. */
async function signIn(installation, password) {
  const logIn = () =>
    call(installation.url, "POST", "/api/auth/login", { body: { email: LANDLORD.email, password } });
  let reply = await logIn();
  if (reply.status === 401) await signUp(installation, password);
  if (reply.status === 403) await verify(installation);
  if (reply.status === 401 || reply.status === 403) reply = await logIn();
  return (await expect("Logging in", reply)).token;
}

/** Not one password for all: an installation may be reachable by others. Kept before it is used, so that a run that was
 * interrupted can be finished. */
function ownPassword() {
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, `beam-${randomBytes(6).toString("hex")}`, { mode: 0o600 });
  return readFileSync(passwordFile, "utf8");
}

async function main() {
  const installation = runningInstallation();
  const password = ownPassword();
  const token = await signIn(installation, password);

  const present = await expect("Reading the portfolio", call(installation.url, "GET", "/api/properties", { token }));
  const names = new Set(present.map(({ name }) => name));
  // Lists show the newest first, so the first of ours is added last.
  const absent = PROPERTIES.filter(({ name }) => !names.has(name)).reverse();
  for (const property of absent) {
    const body = { photos: [], ...property };
    await expect(`Adding ${property.name}`, call(installation.url, "POST", "/api/properties", { body, token, key: randomUUID() }));
  }

  console.log(
    absent.length
      ? `Added ${absent.length} properties for ${LANDLORD.name}.`
      : "The demo is there already; nothing was changed.",
  );
  console.log(`Sign in at ${installation.publicUrl} as ${LANDLORD.email} with the password ${password}`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exit(1);
}

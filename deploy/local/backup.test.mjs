// Backup and restore as an operator does them: a running installation is backed up, destroyed and made again. What was
// there is there again, under the same numbers, and no mail is sent a second time.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LANDLORD } from "./demo-portfolio.mjs";
import { eventually, folder, freePorts, Installation } from "./installation.mjs";

const installation = new Installation("backed-up", await freePorts(3));
let backup = join(folder, "backup");
const sealed = join(folder, "sealed");

async function call(method, path, { token, body } = {}) {
  const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }) };
  if (token) headers.authorization = `Bearer ${token}`;
  const reply = await fetch(installation.url + path, { method, headers, body: body && JSON.stringify(body) });
  assert.ok(reply.ok, `${method} ${path}: ${reply.status}`);
  return reply.json();
}

async function signIn(password) {
  const { token } = await call("POST", "/api/auth/login", { body: { email: LANDLORD.email, password } });
  return token;
}

/** A busy machine may refuse a read for a moment; a browser would ask again as well. */
const read = (path, token) => eventually(`an answer of ${path}`, () => call("GET", path, { token }));

/** A red dot. */
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

async function upload(token) {
  const form = new FormData();
  form.set("file", new Blob([Buffer.from(PICTURE, "base64")]), "dot.png");
  const reply = await fetch(`${installation.url}/api/upload`, { method: "POST", headers: { authorization: `Bearer ${token}` }, body: form });
  assert.equal(reply.status, 201, await reply.clone().text());
  return (await reply.json()).url;
}

/** What lies at the address of a file, as a text. */
async function fileAt(address, token) {
  const reply = await fetch(installation.url + address, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(reply.status, 200, address);
  return Buffer.from(await reply.arrayBuffer()).toString("base64");
}

/** Everything that a landlord sees. */
async function everything(token) {
  const properties = await read("/api/properties", token);
  const of = async (path) => {
    const replies = [];
    for (const { id } of properties) replies.push(await read(path(id), token));
    return replies;
  };
  return {
    me: await read("/api/auth/me", token),
    properties,
    rooms: await of((id) => `/api/rooms/${id}`),
    history: await of((id) => `/api/properties/${id}/history`),
    dashboard: await read("/api/dashboard/analytics", token),
    certificates: await read("/api/property-certificates?history=true", token),
    inspections: await read("/api/property-inspections", token),
    photo: await fileAt(photo, token),
    ...(await othersData(token)),
  };
}

/** What the services besides portfolio hold, of each kind the parts that time does not change. */
async function othersData(token) {
  const list = async (path) => (await read(path, token)).map(({ id, status }) => ({ id, status }));
  const tenants = await read("/api/tenants", token);
  const agreed = (await read("/api/tenant-applications", token)).filter(({ agreementState }) => agreementState !== null);
  const ledgers = [];
  for (const { id } of tenants) ledgers.push(await read(`/api/tenants/${id}/ledger`, token));
  const agreements = [];
  for (const { id } of agreed) {
    const path = `/api/tenant-applications/${id}/agreement`;
    agreements.push({ document: await fileAt(`${path}/document`, token), evidence: await fileAt(`${path}/evidence`, token) });
  }
  return {
    tenants,
    ledgers,
    agreements,
    bankLines: await read("/api/bank-lines", token),
    viewings: await list("/api/property-viewings"),
    repairs: await list("/api/maintenance-requests"),
    listings: await list("/api/investment-properties"),
  };
}

const mails = async () => (await fetch(`${installation.inbox}/email`)).json();
const mailTo = (address) =>
  eventually(`the mail to ${address}`, async () => (await mails()).find(({ to }) => to[0].address === address));

function signUp(email) {
  const account = { name: "Newcomer", email, password: "a-long-enough-word", role: "Landlord" };
  return call("POST", "/api/auth/signup", { body: account });
}

/** The news behind the landlord's bell; new ones come at any time. */
const bell = (token) => read("/api/notifications?pageSize=100", token);

let password;
let photo;
let before;
let told;
let mailed;

const sentMails = async () => (await mails()).map(({ to, subject }) => `${to[0].address}: ${subject}`).sort();

test("a running installation is backed up", async () => {
  await installation.start();
  const demo = await installation.goal("demo");
  assert.equal(demo.code, 0, demo.stderr);
  password = readFileSync(join(installation.state, "demo-password"), "utf8");
  const token = await signIn(password);
  photo = await upload(token);
  before = await everything(token);
  assert.ok(before.properties.length > 0 && before.history.every((entries) => entries.length > 0));
  assert.ok(before.certificates.length > 0 && before.inspections.some(({ status }) => status === "Completed"));
  for (const [what, held] of Object.entries(before)) assert.ok(!Array.isArray(held) || held.length > 0, `the demo has no ${what}`);
  assert.ok(before.ledgers.some(({ entries }) => entries.length > 0), "no rent was charged");
  told = (await bell(token)).map(({ id }) => id);
  assert.ok(told.length > 0, "nothing is behind the bell");

  mailed = await sentMails();
  const { code, stderr } = await installation.goal("backup", `TO=${backup}`);
  assert.equal(code, 0, stderr);
  const files = readdirSync(backup, { recursive: true }).filter((name) => statSync(join(backup, name)).isFile());
  assert.ok(files.includes("keys/master.key") && files.includes("databases/identity.dump"), files.join(" "));
  for (const name of files) assert.equal(statSync(join(backup, name)).mode & 0o077, 0, `${name} is for others to read`);
  const summed = readFileSync(join(backup, "SHA256SUMS"), "utf8").trimEnd().split("\n").map((line) => line.replace(/^\w+ +\.\//, ""));
  assert.deepEqual(summed.sort(), files.filter((name) => name !== "SHA256SUMS").sort());
  assert.notEqual((await installation.goal("backup", `TO=${backup}`)).code, 0, "a backup was overwritten");
});

test("a backup is sealed to a key that is elsewhere, and opens with that alone", async () => {
  const setup = (script, ...words) => execFileSync(join(import.meta.dirname, "../setup", script), words, { stdio: "pipe" });
  const keys = join(folder, "keys");
  setup("make-backup-key", keys);
  installation.env.LINTEL_BACKUP_RECIPIENT = join(keys, "backup.crt");
  const { code, stderr } = await installation.goal("backup", `TO=${sealed}`);
  delete installation.env.LINTEL_BACKUP_RECIPIENT;
  assert.equal(code, 0, stderr);
  const files = readdirSync(sealed, { recursive: true }).filter((name) => statSync(join(sealed, name)).isFile());
  assert.deepEqual(files.filter((name) => !name.endsWith(".cms")), ["SHA256SUMS"]);
  const secret = readFileSync(join(backup, "keys/master.key"));
  for (const name of files) {
    const content = readFileSync(join(sealed, name));
    assert.ok(!content.includes(secret) && !content.includes("PGDMP"), `${name} can be read`);
  }
  const refused = await installation.goal("restore", `FROM=${sealed}`);
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /is sealed: open it first/);

  setup("make-backup-key", join(folder, "others"));
  const opened = join(folder, "opened");
  assert.throws(() => setup("open-backup", sealed, join(folder, "others/backup.key"), opened), /the key is another/);
  assert.ok(!existsSync(opened));
  setup("open-backup", sealed, join(keys, "backup.key"), opened);
  const names = (at) => readdirSync(at, { recursive: true }).sort();
  assert.deepEqual(names(opened), names(backup));
  for (const name of readdirSync(join(backup, "keys"))) {
    assert.deepEqual(readFileSync(join(opened, "keys", name)), readFileSync(join(backup, "keys", name)), name);
  }
  // What follows restores this one.
  backup = opened;
});

test("what is there is not overwritten, whether it runs or not", async () => {
  const whileRunning = await installation.goal("restore", `FROM=${backup}`);
  assert.notEqual(whileRunning.code, 0);
  assert.match(whileRunning.stderr, /is not empty/);
  await installation.stop("SIGTERM");
  assert.notEqual((await installation.goal("restore", `FROM=${backup}`)).code, 0);
  assert.notEqual((await installation.goal("backup", `TO=${backup}-late`)).code, 0, "nothing runs to back up");
  assert.ok(existsSync(join(installation.state, "postgres")));
});

test("a backup that is damaged restores nothing", async () => {
  assert.equal((await installation.goal("reset")).code, 0);
  const damaged = `${backup}-damaged`;
  cpSync(backup, damaged, { recursive: true });
  appendFileSync(join(damaged, "databases/portfolio.dump"), "x");
  const { code, stderr } = await installation.goal("restore", `FROM=${damaged}`);
  assert.notEqual(code, 0);
  assert.match(stderr, /portfolio\.dump: FAILED/);
  assert.ok(!existsSync(installation.state));
});

test("the restored installation has the same accounts, properties, numbers and history", async (context) => {
  const began = performance.now();
  const { code, stderr } = await installation.goal("restore", `FROM=${backup}`);
  assert.equal(code, 0, stderr);
  await installation.start();
  const token = await signIn(password);
  assert.deepEqual(await everything(token), before);
  const known = new Set((await bell(token)).map(({ id }) => id));
  assert.deepEqual(told.filter((id) => !known.has(id)), [], "news that was behind the bell is lost");
  context.diagnostic(`restored, started and read in ${Math.round(performance.now() - began)} ms`);
});

test("no mail is sent again, and new ones are sent", async () => {
  // Events go out and are handled in their order: when these two mails are there, all older events were heard again.
  for (const address of ["first@lintel.test", "second@lintel.test"]) {
    await signUp(address);
    await mailTo(address);
  }
  // The landlord's own reports the sign-in above, from an unknown device, as it did before.
  const signedIn = `${LANDLORD.email}: New sign-in to your Lintel account`;
  const sent = await sentMails();
  assert.ok(mailed.length > 0 && sent.includes(signedIn), sent.join("\n"));
  // Reminders come once a minute at most: those that had not come when the backup was made come now.
  assert.deepEqual(sent.filter((mail) => mail !== signedIn && mailed.includes(mail)), []);
});

test("passwords whose files are gone are made again, and taken at the next start", async () => {
  await installation.stop("SIGTERM");
  const secret = (name) => join(installation.state, "secrets", name);
  const names = ["portfolio.password", "portfolio-worker.password", "portfolio-owner.password", "nats-identity.password", "nats-notifications.password"];
  const old = names.map((name) => readFileSync(secret(name), "utf8"));
  for (const name of names) rmSync(secret(name));
  await installation.start();
  for (const [at, name] of names.entries()) assert.notEqual(readFileSync(secret(name), "utf8"), old[at], name);
  await signUp("third@lintel.test");
  await mailTo("third@lintel.test");
  assert.ok((await read("/api/properties", await signIn(password))).length > 0);
});

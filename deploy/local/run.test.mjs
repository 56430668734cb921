// Starting and stopping Lintel as people do it, in a state folder of its own.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { LANDLORD, PROPERTIES } from "./demo-portfolio.mjs";
import { eventually, folder, freePorts, Installation } from "./installation.mjs";

const answers = async (url) => (await fetch(url)).ok;

/** What the demo's landlord is answered. */
async function read({ url, state }, path) {
  const body = JSON.stringify({ email: LANDLORD.email, password: readFileSync(join(state, "demo-password"), "utf8") });
  const headers = { "content-type": "application/json" };
  const { token } = await (await fetch(new URL("/api/auth/login", url), { method: "POST", headers, body })).json();
  return (await fetch(new URL(path, url), { headers: { authorization: `Bearer ${token}` } })).json();
}

const ports = await freePorts(6);
const one = new Installation("one", ports.slice(0, 3));
const two = new Installation("two", ports.slice(3));

test("two copies run side by side, each with its own ports and state", async () => {
  await one.start();
  await two.start({ command: ["make", "run"], group: true });
  for (const { url, inbox, ports, output } of [one, two]) {
    assert.equal(output, `Lintel is ready: ${url}\nMail inbox: ${inbox}\ngRPC: 127.0.0.1:${ports.grpc}\n`);
    assert.ok(await answers(`${url}/readyz`));
    assert.ok(await answers(url));
    assert.ok(await answers(inbox));
  }
});

test("a second start from the same state folder is refused, and so is forgetting it", async () => {
  const again = await two.goal("run");
  assert.notEqual(again.code, 0);
  assert.match(again.stderr, /already running from/);
  const reset = await two.goal("reset");
  assert.notEqual(reset.code, 0);
  assert.match(reset.stderr, /stop it before it is forgotten/);
  assert.ok(await answers(`${two.url}/readyz`));
});

test("the demo fills the portfolio once", async () => {
  const first = await one.goal("demo");
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, new RegExp(`Added for .*: ${PROPERTIES.length} properties, `));
  const second = await one.goal("demo");
  assert.equal(second.code, 0, second.stderr);
  assert.match(second.stdout, /nothing was changed/);
  // The dashboard says what falls due: a right to rent, and a deposit.
  const due = await read(one, "/api/tenancy-deadlines");
  assert.deepEqual(due.map(({ kind }) => kind), ["rightToRent", "depositProtection"]);
});

test("a program that is killed is started again", async () => {
  const victim = two.processes().find(({ command }) => /lintel-portfolio"? serve/.test(command));
  process.kill(victim.pid, "SIGKILL");
  await eventually("a new portfolio", async () =>
    two.processes().some(({ pid, command }) => pid !== victim.pid && /lintel-portfolio"? serve/.test(command)),
  );
  await eventually("readiness", () => answers(`${two.url}/readyz`));
});

test("Ctrl-C stops everything that make run started", async () => {
  await two.interrupt();
  assert.deepEqual(two.processes(), []);
});

test("SIGTERM stops everything and counts as success", async () => {
  assert.deepEqual(await one.stop("SIGTERM"), { code: 0, signal: null });
  assert.deepEqual(one.processes(), []);
});

test("the second start finds the data and the mails", async (context) => {
  const elapsed = await one.start();
  context.diagnostic(`figures: the second start took ${Math.round(elapsed)} ms`);
  const demo = await one.goal("demo");
  assert.match(demo.stdout, /nothing was changed/);
  const mails = await (await fetch(`${one.inbox}/email`)).json();
  assert.ok(mails.length >= 1);
});

test("nothing outlives a launcher that is killed", async () => {
  await one.stop("SIGKILL");
  await eventually("the end of all programs", async () => one.processes().length === 0);
});

test("SIGINT during the start stops what has begun and counts as success", async () => {
  two.launch();
  await eventually("the first program", async () => two.processes().some(({ command }) => /supervisord/.test(command)));
  assert.deepEqual(await two.stop("SIGINT"), { code: 0, signal: null });
  assert.deepEqual(two.processes(), []);
  assert.equal(two.output, "");
});

test("a port that is taken is named with the variable that moves it", async () => {
  const squatter = createServer();
  await new Promise((ready) => squatter.listen(Number(two.ports.grpc), "127.0.0.1", ready));
  const { code, stdout, stderr } = await two.goal("run");
  await new Promise((closed) => squatter.close(closed));
  assert.notEqual(code, 0);
  assert.equal(stdout, "");
  assert.match(stderr, /is in use; set LINTEL_GRPC_PORT to another\./);
  assert.deepEqual(two.processes(), []);
});

test("reset forgets", async () => {
  assert.equal((await one.goal("reset")).code, 0);
  assert.ok(!readdirSync(folder).includes("one"));
});

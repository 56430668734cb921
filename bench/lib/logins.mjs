// Signing in: how many a second, beside Argon2id alone on this machine, and whether the time of an answer tells strangers which
// addresses are somebody's.
import { execFile } from "node:child_process";
import { Agent } from "node:http";
import { cpus } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { watchHost } from "./conditions.mjs";
import { landlord } from "./organisation.mjs";
import { post } from "./post.mjs";
import { costed } from "./processes.mjs";
import { milliseconds, table, whole } from "./table.mjs";

const run = promisify(execFile);
const SECONDS = Number(process.env.BENCH_LOGIN_SECONDS ?? 10);
const CLIENTS = [1, 2, 8];
/** Wrong passwords for known addresses, and as many for unknown ones: T11's figure. */
const COMPARED = Number(process.env.BENCH_COMPARED ?? 200);
/** What T11 allows their medians to differ by. */
const ALIKE = 0.05;

const percentile = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];

/** Argon2id on so many threads. */
async function hashAlone(threads) {
  const env = { ...process.env, PROBE_THREADS: String(threads), PROBE_SECONDS: String(SECONDS) };
  const { stdout } = await run(join(process.env.BENCH_BIN, "lintel-bench-probe"), ["hash"], { env });
  const { hashes, micros, p50, p99 } = JSON.parse(stdout);
  return { rate: (hashes / micros) * 1e6, p50: p50 / 1000, p99: p99 / 1000 };
}

/** The cookie by which a device is known again: without it every sign-in would be one from a new device. */
const deviceOf = (cookies) => cookies.map((cookie) => cookie.split(";")[0]).find((cookie) => cookie.includes("lintel_device="));

/** Each account signs in from its device again as soon as it is let in: one after the other, as people do. */
async function signIns(product, accounts) {
  const url = `${product}/api/auth/login`;
  const agent = new Agent({ keepAlive: true });
  const end = performance.now() + SECONDS * 1000;
  const times = [];
  const signInAgainAndAgain = async ({ email, password }) => {
    let cookie = "";
    while (performance.now() < end) {
      const { status, cookies, took } = await post(url, agent, { email, password }, cookie && { cookie });
      if (status !== 200) throw new Error(`signing in was answered ${status}`);
      cookie = deviceOf(cookies) ?? cookie;
      times.push(took);
    }
  };
  const began = performance.now();
  await Promise.all(accounts.map(signInAgainAndAgain));
  const spent = (performance.now() - began) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return { requests: times.length, rate: times.length / spent, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/**
 * Wrong passwords for addresses that somebody has and for ones that nobody has, in turn: whether the time of the answer tells
 * which is which (T11). Four for each address: the fifth would make it wait.
 */
async function knownBesideUnknown(product) {
  const url = `${product}/api/auth/login`;
  const agent = new Agent({ keepAlive: true });
  const known = [];
  const unknown = [];
  for (let account = 0; account < COMPARED / 4; account += 1) {
    const { email } = await landlord(product);
    for (let time = 0; time < 4; time += 1) {
      for (const [times, address] of [[known, email], [unknown, `nobody-${account}@example.com`]]) {
        const { status, took } = await post(url, agent, { email: address, password: "a wrong guess 1" });
        if (status !== 401) throw new Error(`a wrong password was answered ${status}`);
        times.push(took);
      }
    }
  }
  agent.destroy();
  return [known, unknown].map((times) => {
    times.sort((a, b) => a - b);
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
  });
}

/** Everything above, as Markdown. */
export async function measureLogins({ product, token, programs, note }) {
  const stolen = watchHost();
  note("Measuring sign-ins");
  const rows = [];
  const line = (what, { rate, p50, p99, cpu_identity: cpu }) =>
    rows.push([what, rate === undefined ? "" : whole(rate), milliseconds(p50), milliseconds(p99), cpu === undefined ? "" : whole(cpu)]);
  for (const threads of [...new Set([1, cpus().length])]) {
    line(`Argon2id alone, ${threads} at once`, await hashAlone(threads));
  }
  const accounts = [];
  while (accounts.length < Math.max(...CLIENTS)) accounts.push(await landlord(product));
  for (const clients of CLIENTS) {
    const load = () => signIns(product, accounts.slice(0, clients));
    line(`signing in, ${clients} at once`, await costed({ identity: programs.identity }, load));
  }

  note("Comparing addresses that somebody has with ones that nobody has");
  const [known, unknown] = await knownBesideUnknown(product);
  line("a wrong password, the address known", known);
  line("a wrong password, the address unknown", unknown);
  const apart = Math.abs(known.p50 - unknown.p50) / known.p50;

  return [
    `### Signing in\n\n${table(["", "a second", "p50 ms", "p99 ms", "identity µs"], rows)}`,
    `The medians for known and for unknown addresses are ${(apart * 100).toFixed(1)} % apart (aim of T11: at most ${ALIKE * 100} %): ` +
      `${apart <= ALIKE ? "met" : "missed"}.`,
    `The host took ${stolen().toFixed(1)} % of the machine's time meanwhile.`,
  ].join("\n\n");
}

// What another route notices of strangers who try passwords by the hundred (T13). The hashing is bounded in identity: what finds no
// place in its queue is turned away at once with a 503.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { watchHost, watchSeconds } from "./conditions.mjs";
import { middle, milliseconds, table, whole } from "./table.mjs";

const run = promisify(execFile);
const SECONDS = Number(process.env.BENCH_FLOOD_SECONDS ?? 30);
const ROUNDS = Number(process.env.BENCH_FLOOD_ROUNDS ?? 3);
/** Wrong passwords a second: T13's figure. */
const FLOOD = Number(process.env.BENCH_FLOOD_RATE ?? 200);
/** Requests a second on the other route, which alone keeps no processor busy. */
const OTHERS = 40;
/** So many answers have a p99: six are above it. */
const ENOUGH = 600;

/** What the probe's `who` (visitors or strangers) were answered: when each asked, how many milliseconds the answer took, and its status. */
async function answersTo(who, settings) {
  const env = { ...process.env, PROBE_SECONDS: String(SECONDS), ...settings };
  const { stdout } = await run(join(process.env.BENCH_BIN, "lintel-bench-probe"), [who], { env, maxBuffer: 64 << 20 });
  return JSON.parse(stdout).map(([left, micros, status]) => ({ left: left - performance.timeOrigin, took: micros / 1000, status }));
}

/** Strangers: how many a second were judged and turned away, and how many were late. */
async function flood(product, round) {
  const answers = await answersTo("strangers", { PROBE_URL: `${product}/api/auth/login`, PROBE_ROUND: String(round), PROBE_RATE: String(FLOOD) });
  const count = (wanted) => answers.filter(({ status }) => status === wanted).length;
  const [judged, limited, away, overdue] = [count(401), count(429), count(503), count(504)];
  if (judged + limited + away + overdue !== answers.length) {
    throw new Error(`of ${answers.length} wrong passwords ${judged} were judged, ${limited} over the limit, ${away} turned away and ${overdue} late`);
  }
  return { judged: judged / SECONDS, limited: limited / SECONDS, away: away / SECONDS, overdue };
}

/** Somebody who is signed in and asks for the list. What failed took for ever, and is counted: a few would not show in a p99. */
async function visitors(product, token) {
  const answers = await answersTo("visitors", { PROBE_URL: `${product}/api/properties`, PROBE_TOKEN: token, PROBE_RATE: String(OTHERS) });
  return answers.map(({ left, took, status }) => ({ left, took: status === 200 ? took : Infinity }));
}

/**
 * Another route alone and beside strangers who try passwords, in turn, and the strangers. Of the answers count those of seconds
 * that the machine's host left alone: what it takes comes in bursts of hundreds of milliseconds, and either side may have them.
 */
async function besideStrangers(product, token) {
  const stop = watchSeconds();
  const asked = { quiet: [], busy: [] };
  const strangers = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    asked.quiet.push(...(await visitors(product, token)));
    const [answers, tried] = await Promise.all([visitors(product, token), flood(product, round)]);
    asked.busy.push(...answers);
    strangers.push(tried);
  }
  const isUndisturbed = stop();
  const figures = (answers) => {
    const times = answers.filter(({ left }) => isUndisturbed(left)).map(({ took }) => took).sort((a, b) => a - b);
    const percentile = (share) => times[Math.floor(times.length * share)];
    const failed = answers.filter(({ took }) => took === Infinity).length;
    return { asked: answers.length, counted: times.length, failed, p50: percentile(0.5), p99: percentile(0.99) };
  };
  return { quiet: figures(asked.quiet), busy: figures(asked.busy), strangers: middle(strangers) };
}

/** The other route alone and under the flood, as Markdown; `limits` says what stands between the strangers and the hashing. */
export async function measureFlood({ product, token, limits, note }) {
  const stolen = watchHost();
  note(`Measuring another route while strangers try passwords, ${limits}`);
  const { quiet, busy, strangers } = await besideStrangers(product, token);
  const rows = [
    ["nobody signing in", quiet],
    [`${FLOOD} wrong passwords a second`, busy],
  ].map(([what, { p50, p99, asked, counted }]) => [what, milliseconds(p50), milliseconds(p99), `${whole(counted)} of ${whole(asked)}`]);
  const growth = busy.p99 / quiet.p99;
  const isEnough = Math.min(quiet.counted, busy.counted) >= ENOUGH;
  return [
    `### Another route under a flood of wrong passwords, ${limits}`,
    table([`\`GET /api/properties\` at ${OTHERS} a second`, "p50 ms", "p99 ms", "answers that count"], rows),
    `Of ${FLOOD} wrong passwords a second ${whole(strangers.judged)} were judged, ${whole(strangers.limited)} refused with a 429, ${whole(strangers.away)} turned away with a 503 and ${whole(strangers.overdue)} in all not judged in time (504). ` +
      `The p99 grew to ${growth.toFixed(2)} times${isEnough ? "" : ", by fewer answers than it takes to say"}. ` +
      `Of the other route's requests ${quiet.failed} failed without the flood and ${busy.failed} under it. ${ROUNDS} rounds of each in turn, ${SECONDS} seconds long; answers count that came in seconds which the host left alone. It took ${stolen().toFixed(1)} % of the machine's time meanwhile.`,
  ].join("\n\n");
}

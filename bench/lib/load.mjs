// The load generators with a fixed number of clients: wrk over HTTP, pgbench for the statements alone. Each resolves to requests,
// requests a second, and p50 and p99 in milliseconds, and refuses a run in which a single answer was not a success.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const MILLISECONDS = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

/** Connections that each send their next request when the last one is answered. */
export async function closedLoop(url, headers, { connections, seconds }) {
  const more = headers.flatMap((header) => ["-H", header]);
  const { stdout } = await run("wrk", ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "10s", "--latency", ...more, url]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk had failures at ${url}:\n${stdout}`);
  const time = (label) => {
    const [, number, unit] = new RegExp(`${label}%\\s+([\\d.]+)(us|ms|s|m)`).exec(stdout);
    return Number(number) * MILLISECONDS[unit];
  };
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)[1]),
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]),
    p50: time(50),
    p99: time(99),
  };
}

/** The statements of one request as one pgbench transaction, prepared once for each session. */
export async function statementsAlone({ sql, values }, { program, url, clients, seconds }) {
  const folder = mkdtempSync(join(tmpdir(), "lintel-pgbench-"));
  try {
    const script = join(folder, "script.sql");
    writeFileSync(script, sql);
    const variables = Object.entries(values).flatMap(([name, value]) => ["-D", `${name}=${value}`]);
    const mode = ["-n", "-M", "prepared", "-c", String(clients), "-j", "1", "-T", String(seconds)];
    const log = ["--log", `--log-prefix=${join(folder, "log")}`];
    const { stdout } = await run(program, [...mode, ...log, "-f", script, ...variables, url]);
    const logs = readdirSync(folder).filter((name) => name.startsWith("log"));
    const lines = logs.flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
    const times = lines.map((line) => Number(line.split(" ")[2]) / 1000).sort((a, b) => a - b);
    const percentile = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
    return {
      requests: times.length,
      rate: Number(/tps = ([\d.]+)/.exec(stdout)[1]),
      p50: percentile(0.5),
      p99: percentile(0.99),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

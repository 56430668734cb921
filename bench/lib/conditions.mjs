// Under which conditions a run was made.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";

const said = (program, ...words) => execFileSync(program, words, { encoding: "utf8" }).trim();

// It says its version, and that this was no proper use of it.
const wrkVersion = () => spawnSync("wrk", ["-v"], { encoding: "utf8" }).stdout.split(" [")[0];

/**
 * Starts watching what the machine's host takes away (steal): the function that it gives says the share of the processors' time,
 * in per cent, since then. With more than a few the tails, p99 above all, are the neighbours'.
 */
export function watchHost() {
  const before = times();
  return () => stolenSince(before);
}

/** A second in which the host takes more than this, in per cent, is not this machine's. */
const UNDISTURBED = 1;

/**
 * Looks once a second whether the host took anything, until it is stopped: stopping gives a function that says of a moment (of
 * `performance.now()`) whether it lies in a second, with those before and after it, in which the host took next to nothing.
 */
export function watchSeconds() {
  const disturbed = [];
  let before = { at: performance.now(), times: times() };
  const look = () => {
    const now = { at: performance.now(), times: times() };
    if (stolenSince(before.times) > UNDISTURBED) disturbed.push([before.at - 1000, now.at + 1000]);
    before = now;
  };
  const clock = setInterval(look, 1000);
  return () => {
    clearInterval(clock);
    look();
    return (moment) => !disturbed.some(([from, to]) => moment >= from && moment <= to);
  };
}

/** What the processors spent on each kind of work so far; the eighth is what the host took. */
function times() {
  return readFileSync("/proc/stat", "utf8").split("\n", 1)[0].trim().split(/\s+/).slice(1, 9).map(Number);
}

function stolenSince(before) {
  const spent = times().map((time, index) => time - before[index]);
  return (spent[7] / spent.reduce((sum, time) => sum + time)) * 100;
}

export function conditions({ psql, url }) {
  const dirty = said("git", "status", "--porcelain") ? " and uncommitted changes" : "";
  const distribution = /^PRETTY_NAME="(.*)"/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "";
  const settings = ["fsync", "synchronous_commit", "shared_buffers"];
  const values = settings.map((name) => `${name} ${said(psql, "-XAt", "-c", `SHOW ${name}`, url)}`);
  return [
    `- ${new Date().toISOString().slice(0, 16)}Z, commit ${said("git", "rev-parse", "--short", "HEAD")}${dirty}`,
    `- ${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${distribution}, Linux ${release()}`,
    `- load average before: ${loadavg().map((load) => load.toFixed(2)).join(" ")}`,
    `- ${said("rustc", "--version")}, release profile; PostgreSQL ${said(psql, "-XAt", "-c", "SHOW server_version", url)} (${values.join(", ")})`,
    `- ${wrkVersion()}, Node ${process.version}, pgbench of that PostgreSQL`,
  ].join("\n");
}

// What processes cost, out of /proc.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

const TICKS = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

function read(pid, file) {
  try {
    return readFileSync(join("/proc", String(pid), file), "utf8");
  } catch {
    return ""; // It ended meanwhile.
  }
}

/** The fields of /proc/<pid>/stat from the third on (a name may have spaces and brackets in it). */
const stat = (pid) => read(pid, "stat").replace(/^.*\) /s, "").split(" ");

const children = (parent) =>
  readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && stat(pid)[1] === String(parent)).map(Number);

/** The programs that supervisord runs, name → pid. */
export function programsOf(supervisor) {
  const named = children(supervisor).map((pid) => [basename(read(pid, "cmdline").split("\0")[0]), pid]);
  return Object.fromEntries(named.map(([name, pid]) => [name.replace(/^lintel-/, ""), pid]));
}

/** Processor seconds that the process has used; of PostgreSQL with all its sessions, those that ended included. */
function cpu(pid, family) {
  const seconds = (process, from, to) =>
    stat(process).slice(from, to).reduce((sum, ticks) => sum + Number(ticks || 0), 0) / TICKS;
  if (!family) return seconds(pid, 11, 13);
  // A session that ends between the two readings would be in neither: again, until none did.
  for (;;) {
    const own = seconds(pid, 11, 15);
    const sessions = children(pid).reduce((sum, child) => sum + seconds(child, 11, 13), 0);
    if (seconds(pid, 11, 15) === own) return own + sessions;
  }
}

/** Resident memory in megabytes (10^6 bytes). */
export function resident(pid) {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(read(pid, "status"))?.[1] ?? 0) * 1024 / 1e6;
}

/** Resident memory of PostgreSQL: each process's own pages, and the shared ones divided among those that share them. */
export function residentFamily(pid) {
  const share = (process) => Number(/^Pss:\s+(\d+) kB/m.exec(read(process, "smaps_rollup"))?.[1] ?? 0) * 1024 / 1e6;
  return [pid, ...children(pid)].reduce((sum, process) => sum + share(process), 0);
}

/** Starts a clock over processes; the function it returns says how many seconds of processor time each took since. */
export function watch(processes) {
  const now = () =>
    Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, cpu(pid, name === "postgres")]));
  const before = now();
  return () => Object.fromEntries(Object.entries(now()).map(([name, seconds]) => [name, seconds - before[name]]));
}

/** The largest resident memory that the process ever had, in megabytes. */
export function peak(pid) {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(read(pid, "status"))?.[1] ?? 0) * 1024 / 1e6;
}

/** One run with what it cost each process, in microseconds of processor time a request. */
export async function costed(processes, load) {
  const stop = watch(processes);
  const result = await load();
  const spent = Object.entries(stop()).map(([name, seconds]) => [`cpu_${name}`, (seconds / result.requests) * 1e6]);
  return { ...result, ...Object.fromEntries(spent) };
}

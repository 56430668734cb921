// What both ways of running Lintel in podman need.
import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

/** Of everything that is made here, so that nothing else is touched. */
export const OURS = "lintel-containers";

export const podman = (...words) => execFileSync("podman", words.map(String), { encoding: "utf8", maxBuffer: 1e8, stdio: ["ignore", "pipe", "pipe"] }).trim();
export const tried = (...words) => spawnSync("podman", words.map(String), { encoding: "utf8" });
export const say = (text) => console.log(text);

export async function eventually(what, attempt, seconds = 120) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    let problem;
    try {
      const answer = await attempt();
      if (answer) return answer;
    } catch (error) {
      problem = error;
    }
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${seconds} s${problem ? `: ${problem.message}` : ""}`);
    await pause(300);
  }
}

/** Whether it is there and answers with a status of success. */
export const answers = async (url) => (await fetch(url, { signal: AbortSignal.timeout(3000) })).ok;

/**
 * Sign up, verify by the mail, log in, add homes and a tenancy: what the contract's tests begin with. Again, with another account, when the
 * installation says that it is busy, as it may for a moment on a small machine that has just started all of it.
 */
export async function walk(url, inbox) {
  const env = { ...process.env, LINTEL_E2E_URL: url, LINTEL_E2E_INBOX: inbox };
  for (let tries = 1; ; tries += 1) {
    const began = performance.now();
    const { status, stderr } = spawnSync("node", ["tests/contract/landlord.mjs"], { encoding: "utf8", env });
    if (status === 0) return `${((performance.now() - began) / 1000).toFixed(1)} s${tries === 1 ? "" : ` (at try ${tries})`}`;
    if (tries === 5 || !stderr.includes(": 503 ")) throw new Error(`the first story did not get through:\n${stderr}`);
    await pause(5000);
  }
}

/** The lines of /proc/<pid>/status of a container's first process that say what it may do. */
export function rights(container) {
  const pid = podman("inspect", container, "--format", "{{.State.Pid}}");
  const status = execFileSync("cat", [`/proc/${pid}/status`], { encoding: "utf8" });
  return Object.fromEntries(["Uid", "CapEff", "NoNewPrivs", "Seccomp"].map((key) => [key, new RegExp(`^${key}:\\s+(\\S+)`, "m").exec(status)[1]]));
}

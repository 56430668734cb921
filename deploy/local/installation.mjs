// A copy of Lintel for a test: the launcher and the goals of `make` in a state folder and on ports of its own.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
export const folder = mkdtempSync(join(tmpdir(), "lintel-run-"));
const started = [];
after(async () => {
  for (const installation of started) await installation.stop("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

export async function freePorts(count) {
  const { stdout } = await run("node", [join(root, "deploy/local/ports.mjs"), "free", String(count)]);
  return stdout.trim().split("\n");
}

/** One copy of Lintel: its state folder, its ports, and the launcher that holds it. */
export class Installation {
  constructor(name, [http, grpc, inbox]) {
    this.state = join(folder, name);
    this.ports = { http, grpc, inbox };
    this.env = {
      ...process.env,
      LINTEL_STATE_DIR: this.state,
      LINTEL_HTTP_PORT: http,
      LINTEL_GRPC_PORT: grpc,
      LINTEL_INBOX_PORT: inbox,
    };
    this.url = `http://127.0.0.1:${http}`;
    this.inbox = `http://127.0.0.1:${inbox}`;
    started.push(this);
  }

  /** `group`: in a process group of its own, as a terminal gives every command one. */
  launch({ command = ["deploy/local/run"], group = false } = {}) {
    this.output = "";
    this.errors = "";
    const [program, ...words] = command;
    const options = { cwd: root, env: this.env, stdio: ["ignore", "pipe", "pipe"], detached: group };
    this.launcher = spawn(program, words, options);
    this.launcher.stdout.on("data", (text) => (this.output += text));
    this.launcher.stderr.on("data", (text) => (this.errors += text));
    this.ended = new Promise((done) => this.launcher.on("close", (code, signal) => done({ code, signal })));
  }

  /** Starts it and answers the milliseconds until it said that it is ready. */
  async start(how) {
    const began = performance.now();
    this.launch(how);
    const ready = new Promise((done) =>
      this.launcher.stdout.on("data", () => this.output.split("\n").length === 4 && done("ready")),
    );
    const first = await Promise.race([ready, this.ended]);
    assert.equal(first, "ready", `it ended instead: ${JSON.stringify(first)}\n${this.errors}`);
    return performance.now() - began;
  }

  async stop(signal) {
    if (!this.launcher || this.launcher.exitCode !== null) return this.ended;
    this.launcher.kill(signal);
    return this.ended;
  }

  /** Ctrl-C, which a terminal sends to the whole process group. */
  async interrupt() {
    process.kill(-this.launcher.pid, "SIGINT");
    return this.ended;
  }

  goal(name, ...variables) {
    return run("make", [name, ...variables], { cwd: root, env: this.env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  }

  /** Processes that know the state folder by an argument or by their environment. */
  processes() {
    return readdirSync("/proc")
      .filter((pid) => /^\d+$/.test(pid))
      .map((pid) => {
        try {
          const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
          const known = (command + readFileSync(`/proc/${pid}/environ`, "utf8")).includes(this.state);
          return known ? { pid: Number(pid), command } : null;
        } catch {
          return null; // gone, or somebody else's
        }
      })
      .filter(Boolean);
  }
}

export async function eventually(what, attempt) {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const result = await attempt().catch(() => null);
    if (result) return result;
    assert.ok(Date.now() < deadline, `${what} did not happen within 30 s`);
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

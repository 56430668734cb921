// docker-compose.yml in podman, service by service in its own order: no compose program for podman knows all of its conditions.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { composeFile, interpolate, root } from "../../../deploy/docker/installation.mjs";
import { answers, eventually, OURS, podman, rights, say, tried, walk } from "./tools.mjs";

const nameOf = (service) => `${OURS}-${service}`;
const addressOf = (number) => `10.89.77.${20 + number}`;

/** The words of `podman run` for one service of the file. The others are addresses in /etc/hosts, because not every podman comes with DNS. */
function words(name, service, settings, names) {
  const said = [];
  for (const [key, value] of Object.entries(service.environment ?? {})) said.push(`--env=${key}=${interpolate(String(value), settings)}`);
  for (const text of service.volumes ?? []) {
    const [source, target, mode] = text.split(":");
    said.push(`--volume=${source.startsWith("./") ? join(root, source) : `${OURS}-${source}`}:${target}${mode ? `:${mode}` : ""}`);
  }
  for (const one of service.cap_drop ?? []) said.push(`--cap-drop=${one}`);
  for (const one of service.cap_add ?? []) said.push(`--cap-add=${one}`);
  for (const one of service.security_opt ?? []) said.push(`--security-opt=${one.replace(":true", "")}`);
  for (const one of service.tmpfs ?? []) said.push(`--tmpfs=${one}`);
  for (const one of service.ports ?? []) said.push(`--publish=${interpolate(one, settings)}`);
  if (service.read_only) said.push("--read-only", "--read-only-tmpfs=false");
  if (service.user) said.push(`--user=${service.user}`);
  if (service.stop_signal) said.push(`--stop-signal=${service.stop_signal}`);
  if (service.network_mode) said.push(`--network=${service.network_mode}`);
  else said.push(`--network=${OURS}`, `--ip=${addressOf(names.indexOf(name))}`, ...names.map((other, number) => `--add-host=${other}:${addressOf(number)}`));
  return [...said, interpolate(service.image, settings), ...(service.command ?? []).map((one) => interpolate(one, settings))];
}

/** The command of a health check; the file writes a dollar twice. */
function asked([kind, ...words]) {
  return kind === "CMD-SHELL" ? ["sh", "-c", words[0].replaceAll("$$", "$")] : words;
}

/** Waits for what `condition` of depends_on asks of a service. */
async function holds(name, { healthcheck }, condition) {
  if (condition === "service_completed_successfully") {
    const code = podman("wait", nameOf(name));
    if (code !== "0") throw new Error(`${name} ended with ${code}:\n${tried("logs", nameOf(name)).stderr}`);
  }
  if (condition === "service_healthy") {
    await eventually(`${name} healthy`, () => tried("exec", nameOf(name), ...asked(healthcheck.test)).status === 0);
  }
}

export async function composed() {
  const { services } = composeFile();
  const ports = execFileSync("node", [join(root, "deploy/local/ports.mjs"), "free", "3"], { encoding: "utf8" }).trim().split("\n");
  const settings = { LINTEL_HTTP_PORT: ports[0], LINTEL_GRPC_PORT: ports[1], LINTEL_INBOX_PORT: ports[2] };
  const began = performance.now();
  const started = new Set();
  const names = Object.keys(services);
  const start = async (name) => {
    if (started.has(name)) return;
    started.add(name);
    for (const [other, { condition }] of Object.entries(services[name].depends_on ?? {})) {
      await start(other);
      await holds(other, services[other], condition);
    }
    podman("run", "--detach", `--label=${OURS}`, `--name=${nameOf(name)}`, ...words(name, services[name], settings, names));
  };
  for (const name of names) await start(name);
  const url = `http://127.0.0.1:${ports[0]}`;
  await eventually("the gateway ready", () => answers(`${url}/readyz`));
  say(`compose: ${started.size} containers, ready after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  say(`compose: the first story in ${await walk(url, `http://127.0.0.1:${ports[2]}`)}; pages answer: ${await answers(url)}`);

  const serving = names.filter((name) => services[name].command?.includes("serve"));
  for (const name of serving) {
    // The health check of the image.
    podman("exec", nameOf(name), "/proc/1/exe", "healthcheck");
    const { Uid, CapEff, NoNewPrivs } = rights(nameOf(name));
    if (Uid !== "10001" || Number(CapEff) !== 0 || NoNewPrivs !== "1") throw new Error(`${name} may do more than it should: ${Uid} ${CapEff} ${NoNewPrivs}`);
  }
  say(`compose: ${serving.length} programs healthy, each as user 10001 without a capability`);
  for (const name of serving.toReversed()) {
    podman("stop", "--time=30", nameOf(name));
    const code = podman("inspect", nameOf(name), "--format", "{{.State.ExitCode}}");
    if (code !== "0") throw new Error(`${name} did not drain: exit code ${code}`);
  }
  say("compose: all drained and ended with 0");
}

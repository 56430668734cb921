// What an installation is made of, read from both descriptions of it: deploy/local (by native-start.sh) and
// docker-compose.yml. Both answer { stages, programs, addresses }:
//   stages     steps in the order in which they happen; those of one stage have no order
//   programs   name → { environment }, values in words that both sides share: `<identity>` for where identity listens,
//              `<secret master.key>` for a file with it
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");
const scratch = mkdtempSync(join(tmpdir(), "lintel-installation-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
const python = process.env.LINTEL_TEST_PYTHON ?? join(root, "target/python/bin/python");

/** The environment of a child that knows nothing of the caller's settings of Lintel. */
const bare = (settings) => ({ PATH: process.env.PATH, HOME: process.env.HOME, ...settings });

const contents = (folder) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8").trim()]));

/** A value with every secret's content replaced by the secret's name. */
const withoutSecrets = (value, secrets) =>
  Object.entries(secrets).reduce((text, [name, content]) => text.replaceAll(content, `<${name}>`), value);

export function native(settings) {
  const folder = mkdtempSync(join(scratch, "native-"));
  execFileSync(join(root, "deploy/docker/native-start.sh"), [folder], { env: bare(settings) });
  const secrets = contents(join(folder, "secrets"));
  const lines = readFileSync(join(folder, "record"), "utf8").trim().split("\n").map((line) => line.split(" "));
  const ports = lines.filter(([kind]) => kind === "port").map(([, pair]) => pair.split("="));

  const shared = (name, value) => {
    if (name.endsWith("_FILE")) return `<secret ${value.slice(join(folder, "secrets/").length)}>`;
    const known = ports.reduce(
      (text, [service, port]) => text.replaceAll(`127.0.0.1:${port}`, `<${service}>`),
      withoutSecrets(value, secrets),
    );
    return known.replace(`${root}/web/dist`, "<pages>").replace(join(folder, "files"), "<files>");
  };
  const environmentOf = (pairs) => Object.fromEntries(pairs.map(([name, value]) => [name, shared(name, value)]));

  const programs = {};
  const stages = [];
  for (const [kind, what, ...rest] of lines) {
    if (kind === "step" && what === "make_secrets") stages.push(["secrets"]);
    if (kind === "supervisor") {
      const started = supervised(readFileSync(join(folder, what), "utf8"));
      for (const { name, environment } of started) programs[name] = { environment: environmentOf(environment) };
      for (const priority of [...new Set(started.map((one) => one.priority))].sort((a, b) => a - b)) {
        stages.push(started.filter((one) => one.priority === priority).map(({ name }) => name));
      }
    }
    if (kind !== "run") continue;
    const name = { psql: "databases", "lintel-streams": "streams" }[what] ?? what.replace("lintel-", "migrate-");
    const variables = Buffer.from(rest.at(-1), "base64").toString().split("\0").filter(Boolean);
    const pairs = variables.map((text) => /^(\w+)=(.*)$/s.exec(text).slice(1));
    // A job inherits the launcher's settings; only what it gets besides is compared.
    programs[name] = { environment: environmentOf(pairs.filter(([key, value]) => settings[key] !== value)) };
    // One call of psql after the other is one step, and migrations run side by side.
    const together = stages.at(-1).some((other) => other === name || (isMigration(other) && isMigration(name)));
    if (together) stages[stages.length - 1] = [...new Set([...stages.at(-1), name])];
    else stages.push([name]);
  }
  return { stages, programs };
}

const isMigration = (name) => name.startsWith("migrate-");

/** The programs of a configuration of supervisord. */
function supervised(text) {
  return text.split(/^\[program:/m).slice(1).map((section) => {
    const [, environment] = /^environment=(.*)$/m.exec(section);
    return {
      name: section.slice(0, section.indexOf("]")),
      priority: Number(/^priority=(\d+)$/m.exec(section)[1]),
      environment: [...environment.matchAll(/(\w+)=(?:"([^"]*)"|'([^']*)')/g)].map(([, name, a, b]) => [name, a ?? b]),
    };
  });
}

export function composeFile() {
  const program = "import json, sys; from ruamel.yaml import YAML; json.dump(YAML(typ='safe').load(sys.stdin), sys.stdout)";
  const yaml = readFileSync(join(root, "docker-compose.yml"), "utf8");
  return JSON.parse(execFileSync(python, ["-c", program], { input: yaml }));
}

/** ${NAME:-default}, the innermost first, as compose reads them. */
export function interpolate(text, settings) {
  const once = text.replace(/\$\{(\w+):-([^${}]*)\}/g, (_, name, usual) => settings[name] || usual);
  return once === text ? text : interpolate(once, settings);
}

/** Runs the one-shot `secrets` and answers its folder with one folder for each volume. */
export function composeSecrets(file) {
  const folder = mkdtempSync(join(scratch, "compose-"));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  // The key pair's maker, and the ownership that only root gives.
  writeFileSync(join(bin, "lintel-notifications"), '#!/bin/sh\necho secret >"$2"; [ -z "$3" ] || echo public >"$3"\n', { mode: 0o755 });
  symlinkSync("/bin/true", join(bin, "chown"));
  const { command, volumes } = file.services.secrets;
  const [script, at, ...services] = command;
  for (const mount of volumes.map(mountOf).filter((one) => one.target.startsWith(`${at}/`))) {
    mkdirSync(join(folder, mount.target), { recursive: true });
  }
  const env = { ...bare({}), PATH: `${bin}:${process.env.PATH}` };
  execFileSync(join(root, script), [join(folder, at), ...services], { env });
  const volumeOf = (name) => join(folder, volumes.map(mountOf).find(({ source }) => source === name).target);
  return { all: contents(volumeOf("secrets")), in: (volume) => contents(volumeOf(volume)) };
}

export function mountOf(text) {
  const [source, target] = text.split(":");
  return { source, target };
}

/** Whether its variables are Lintel's; a server or tool of somebody else has its own. */
export const isOurs = (name) => !["secrets", "postgres", "nats", "inbox", "collector", "databases"].includes(name);

export function compose(settings, file = composeFile(), secrets = composeSecrets(file)) {
  const listening = {};
  const programs = {};
  for (const [name, service] of Object.entries(file.services)) {
    const values = Object.entries(service.environment ?? {}).map(([key, value]) => [key, interpolate(value, settings)]);
    const own = values.find(([key]) => key.endsWith("__LISTEN"))?.[1];
    if (own) listening[name] = own.replace("0.0.0.0", name);
    const published = Object.fromEntries(
      (service.ports ?? []).map((text) => {
        const [, outside, inside] = /^(.*):(\d+)$/.exec(interpolate(text, settings));
        return [`0.0.0.0:${inside}`, outside];
      }),
    );
    programs[name] = { values, published, mounts: (service.volumes ?? []).map(mountOf) };
  }
  Object.assign(listening, { postgres: "postgres:5432", nats: "nats:4222", inbox: "inbox:1025" });

  const shared = (service, key, value) => {
    const { published, mounts } = programs[service];
    if (published[value]) return [key, published[value]];
    if (key.endsWith("_FILE") && value.startsWith("/run/secrets/")) {
      const file = value.slice("/run/secrets/".length);
      const volume = mounts.find(({ target }) => target === "/run/secrets")?.source;
      const content = secrets.in(volume)[file];
      if (content === undefined) throw new Error(`${service}: ${key} names ${file}, which ${volume} does not have`);
      // An address comes in a file because of its password; elsewhere it is the value of the variable itself.
      if (key.endsWith("_URL_FILE")) return [key.slice(0, -"_FILE".length), known(content)];
      if (secrets.all[file] !== content) throw new Error(`${service}: ${file} is not the installation's`);
      return [key, `<secret ${file}>`];
    }
    return [key, known(value.replace("0.0.0.0", service))];
  };
  const known = (value) =>
    Object.entries(listening)
      .reduce((text, [name, at]) => text.replaceAll(at, `<${name}>`), withoutSecrets(value, secrets.all))
      .replace("/srv/lintel/web/dist", "<pages>")
      .replace("/var/lib/lintel/files", "<files>");

  for (const [name, program] of Object.entries(programs)) {
    if (!isOurs(name)) continue;
    program.environment = Object.fromEntries(program.values.map(([key, value]) => shared(name, key, value)));
  }
  return { programs, services: file.services };
}

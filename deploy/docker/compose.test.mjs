// docker-compose.yml against `make run`: the same programs, ports, settings and order, both ways. And the image: what it
// copies exists, and everything that belongs in it is copied.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SERVICES } from "../setup/service-names.mjs";
import { compose, composeFile, composeSecrets, interpolate, isOurs, native, root } from "./installation.mjs";

const file = composeFile();
const secrets = composeSecrets(file);
const usual = native({});
const dockerfile = readFileSync(join(root, "deploy/docker/Dockerfile"), "utf8");

/** What differs on purpose. A difference that is gone fails as well. */
const ONLY_IN_COMPOSE = {
  collector: "natively traces and metrics go where OTEL_EXPORTER_OTLP_ENDPOINT says, and nowhere without it",
};
const VARIABLES_ONLY_IN_COMPOSE = {
  OTEL_EXPORTER_OTLP_ENDPOINT: "as above: natively it is the launcher's own environment that says it",
};
/** Limits as in production, also for who sets nothing; make run is for one's own machine. */
const PROFILES = { compose: "production", native: "dev" };

const NONE = {};
const OTHER = {
  LINTEL_HTTP_PORT: "18080",
  LINTEL_GRPC_PORT: "18081",
  LINTEL_INBOX_PORT: "18082",
  LINTEL_BIND: "0.0.0.0",
  LINTEL_PUBLIC_URL: "https://lintel.example",
  LINTEL_MAIL_FROM: "Somebody <somebody@lintel.example>",
};
const ELSEWHERE = { ...OTHER, LINTEL_SMTP_URL: "smtps://user:word@mail.example" };

test("both start the same programs", () => {
  const here = usual.stages.flat().sort();
  const there = Object.keys(file.services).filter((name) => !(name in ONLY_IN_COMPOSE)).sort();
  assert.deepEqual(there, here);
  for (const name of Object.keys(ONLY_IN_COMPOSE)) assert.ok(file.services[name], `${name} differs no more`);
});

for (const [what, settings] of Object.entries({ "no settings": NONE, "other ports and addresses": OTHER, "mail elsewhere": ELSEWHERE })) {
  test(`every program is told the same, with ${what}`, () => {
    const here = (settings === NONE ? usual : native(settings)).programs;
    const there = compose(settings, file, secrets).programs;
    for (const [name, { environment }] of Object.entries(there)) {
      if (!isOurs(name)) continue;
      const told = { ...environment };
      for (const extra of Object.keys(VARIABLES_ONLY_IN_COMPOSE)) {
        if (file.services[name].command.includes("serve")) assert.ok(told[extra], `${name}: ${extra} differs no more`);
        delete told[extra];
      }
      const wanted = { ...here[name].environment };
      if (file.services[name].command.includes("serve")) {
        assert.deepEqual([told.LINTEL_PROFILE, wanted.LINTEL_PROFILE], [PROFILES.compose, PROFILES.native], name);
        delete told.LINTEL_PROFILE;
        delete wanted.LINTEL_PROFILE;
      }
      assert.deepEqual(told, wanted, name);
    }
  });
}

test("the same addresses are open to people, with settings and without", () => {
  const open = (settings) =>
    Object.entries(compose(settings, file, secrets).programs).flatMap(([name, { published }]) =>
      Object.values(published).map((address) => `${name} ${address}`),
    );
  assert.deepEqual(open({}).sort(), ["gateway 127.0.0.1:8080", "gateway 127.0.0.1:8081", "inbox 127.0.0.1:8082"]);
  assert.deepEqual(open(OTHER).sort(), ["gateway 0.0.0.0:18080", "gateway 0.0.0.0:18081", "inbox 127.0.0.1:18082"]);
});

test("both go in the same order, and wait for what must have ended or answer", () => {
  const stage = Object.fromEntries(usual.stages.flatMap((names, at) => names.map((name) => [name, at])));
  const { programs } = compose(NONE, file, secrets);
  const ends = (name) => file.services[name].restart === "no";
  const waitsFor = (name, seen = new Set()) => {
    for (const other of Object.keys(file.services[name].depends_on ?? {})) {
      if (!seen.has(other)) waitsFor(other, seen.add(other));
    }
    return seen;
  };
  for (const [name, at] of Object.entries(stage)) {
    const waited = [...waitsFor(name)].filter((other) => other in stage);
    for (const other of waited) assert.ok(stage[other] < at, `${name} waits for ${other} in compose alone`);
    // Steps that end come one after the other; programs that serve start when everything before them is there. The inbox gets
    // no secret and waits for nothing.
    const earlier = Object.keys(stage).filter((other) => stage[other] < at && name !== "inbox");
    const needed = earlier.filter((other) => ends(other) || (isOurs(name) && !ends(name)));
    const asked = Object.values(programs[name].environment ?? {}).flatMap((value) => /@<(\w+)>/.exec(value)?.[1] ?? []);
    for (const other of [...needed, ...asked]) {
      assert.ok(waited.includes(other), `${name} comes after ${other} natively, but does not wait for it in compose`);
    }
  }
  for (const [name, { depends_on: dependencies }] of Object.entries(file.services)) {
    for (const [other, { condition }] of Object.entries(dependencies ?? {})) {
      const { restart, healthcheck } = file.services[other];
      const wanted = restart === "no" ? "service_completed_successfully" : healthcheck ? "service_healthy" : "service_started";
      assert.equal(condition, wanted, `${name} waits for ${other}`);
    }
  }
});

test("a program mounts its own secrets only, and every secret is used", () => {
  const users = {};
  for (const [name, { volumes }] of Object.entries(file.services)) {
    for (const volume of (volumes ?? []).map((text) => text.split(":")[0]).filter((one) => one.endsWith("secrets"))) {
      (users[volume] ??= []).push(name);
    }
  }
  for (const volume of Object.keys(users)) users[volume] = users[volume].filter((name) => name !== "secrets");
  assert.deepEqual(users, {
    secrets: ["databases"],
    "postgres-secrets": ["postgres"],
    "nats-secrets": ["nats"],
    "migrations-secrets": SERVICES.map((name) => `migrate-${name}`),
    "streams-secrets": ["streams"],
    ...Object.fromEntries(SERVICES.map((name) => [`${name}-secrets`, [name]])),
    "gateway-secrets": ["gateway"],
  });
  for (const [volume, names] of Object.entries(users)) {
    if (volume === "secrets") continue;
    const text = JSON.stringify(names.map((name) => file.services[name])) + readFileSync(join(root, "deploy/docker/nats.conf"), "utf8");
    for (const secret of Object.keys(secrets.in(volume))) {
      assert.ok(text.includes(`run/secrets/${secret}`), `nobody reads ${secret} of ${volume}`);
    }
  }
});

test("a folder that a program writes to is a volume, which the image makes for its user", () => {
  const named = Object.entries(file.services).flatMap(([name, { volumes }]) =>
    (volumes ?? []).map((text) => text.split(":")).filter(([, target]) => target?.startsWith("/var/lib/lintel/")).map(([source, target]) => [name, source, target]),
  );
  assert.deepEqual(named, [
    ["portfolio", "files", "/var/lib/lintel/files"],
    ["listings-import", "feeds", "/var/lib/lintel/feeds"],
    ["gateway", "files", "/var/lib/lintel/files"],
  ]);
  const [, made] = /^RUN install -d -m 700 -o 10001 -g 10001 (.+)$/m.exec(dockerfile);
  for (const [, source, target] of named) {
    assert.ok(source in file.volumes, source);
    assert.ok(made.split(" ").includes(target), `the image does not make ${target}`);
  }
});

test("a program that fetches feeds reaches the internet: no network of the compose file is internal", () => {
  for (const [name, network] of Object.entries(file.networks ?? {})) assert.ok(!network?.internal, name);
  assert.equal(file.services["listings-import"].network_mode, undefined);
});

test("an image is of a version that is named, and can be told by its digest", () => {
  const named = /^[a-z0-9./-]+:(?!latest)[\w.-]+(@sha256:[0-9a-f]{64})?$/;
  const digest = `@sha256:${"0".repeat(64)}`;
  for (const [name, { image }] of Object.entries(file.services)) {
    assert.match(interpolate(image, {}), named, name);
    if (image.startsWith("lintel:")) continue;
    const [, variable] = /^\$\{(LINTEL_\w+_IMAGE):-/.exec(image) ?? assert.fail(`${name}: no variable names its image`);
    const exact = interpolate(image, {}) + digest;
    assert.equal(interpolate(image, { [variable]: exact }), exact);
    assert.match(exact, named);
  }
});

test("the inbox shows mails to this machine and to its own page alone", () => {
  const { ports, environment, volumes } = file.services.inbox;
  assert.ok(ports.every((port) => port.startsWith("127.0.0.1:")));
  assert.ok(environment.NODE_OPTIONS.endsWith("/inbox/own-pages-only.cjs") && volumes.includes("./deploy/inbox:/inbox:ro"));
});

test("files that the compose file mounts are there", () => {
  for (const [name, { volumes }] of Object.entries(file.services)) {
    for (const path of (volumes ?? []).map((text) => text.split(":")[0]).filter((one) => one.startsWith("./"))) {
      assert.ok(existsSync(join(root, path)), `${name} mounts ${path}`);
    }
  }
});

// --- the image -------------------------------------------------------------------------------------------------------

/** A pattern of .dockerignore, of which ours use `*` and a leading folder of any depth. */
function matcher(pattern) {
  const words = { "**/": "(.*/)?", "*": "[^/]*" };
  const source = pattern.replace(/\*\*\/|\*|[.+?^${}()|[\]\\]/g, (found) => words[found] ?? `\\${found}`);
  return new RegExp(`^${source}$`);
}

/** Whether .dockerignore lets a path into the build: the last line that matches it or a folder above it decides. */
function isSent(path) {
  const lines = readFileSync(join(root, ".dockerignore"), "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
  const above = path.split("/").map((_, at, parts) => parts.slice(0, at + 1).join("/"));
  return lines.reduce((sent, line) => {
    const pattern = matcher(line.replace(/^!/, ""));
    return above.some((one) => pattern.test(one)) ? line.startsWith("!") : sent;
  }, true);
}

const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, paths]) => paths.split(" ").slice(0, -1));
const cargo = JSON.parse(execFileSync("cargo", ["metadata", "--no-deps", "--offline", "--format-version", "1"], { cwd: root, maxBuffer: 1e8 }));

test("what the image copies is there and is sent to the build; what is private is not", () => {
  for (const path of copied) {
    assert.ok(existsSync(join(root, path)), `${path} is not there`);
    assert.ok(isSent(path), `.dockerignore keeps ${path} back`);
  }
  for (const path of [".lintel", ".lintel/secrets/master.key", ".git", "lintel.env", ".env", "target", "web/node_modules", "web/dist", "services/identity/target"]) {
    assert.ok(!isSent(path), `.dockerignore lets ${path} pass`);
  }
});

test("every member of the workspace and every tracked file that the programs are built from is copied", () => {
  const tracked = execFileSync("git", ["ls-files", "proto", "services", "gateway", "tests", ".sqlx", "web"], { cwd: root, encoding: "utf8" });
  for (const path of tracked.trim().split("\n")) assert.ok(isSent(path), `.dockerignore keeps ${path} back`);
  for (const { manifest_path: manifest } of cargo.packages) {
    const path = manifest.slice(root.length + 1);
    assert.ok(copied.some((folder) => path.startsWith(`${folder}/`)), `the image does not copy ${path}`);
    assert.ok(isSent(path), `.dockerignore keeps ${path} back`);
  }
});

test("every program of the product is in the image, and only those are called", () => {
  const products = cargo.packages.filter(({ manifest_path: path }) => /^(services|gateway)\//.test(path.slice(root.length + 1)));
  const programs = products.flatMap(({ targets }) => targets.filter(({ kind }) => kind.includes("bin")).map(({ name }) => name));
  const [, pattern] = /find target\/release .*-name '([^']+)\*'.*-exec mv -t \/programs/.exec(dockerfile);
  assert.match(dockerfile, /cargo build --release --locked --workspace.* --bins/);
  assert.match(dockerfile, /^COPY --from=programs \/programs \/usr\/local\/bin$/m);
  for (const name of programs) assert.ok(name.startsWith(pattern), `${name} is not taken into the image`);
  const called = Object.values(file.services).filter(({ image }) => image.startsWith("lintel:")).map(({ command }) => command[0]);
  const ours = called.filter((name) => !name.startsWith("/"));
  assert.deepEqual([...new Set(ours)].sort(), programs.sort());
});

test("the image knows the authorities of the internet, without which no push message is sent and no feed fetched", () => {
  assert.match(dockerfile, /^COPY --from=programs (\/etc\/ssl\/certs\/ca-certificates.crt) \1$/m);
});

test("a program that serves is asked by itself whether it does; nothing runs as root or writes to its image", () => {
  assert.match(dockerfile, /^USER 10001:10001$/m);
  assert.match(dockerfile, /^HEALTHCHECK .*"healthcheck"\]$/m);
  for (const [name, service] of Object.entries(file.services)) {
    if (!service.image.startsWith("lintel:")) continue;
    assert.equal(service.read_only, true, name);
    assert.deepEqual(service.cap_drop, ["ALL"], name);
    assert.equal(service.user, name === "secrets" ? "root" : undefined, name);
    assert.equal(service.healthcheck?.disable ?? false, !service.command.includes("serve"), name);
  }
});

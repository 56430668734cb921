// What the operators' pages name is there: files, settings, commands, programs, metrics and the lines of logs that they quote.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";

const root = resolve(import.meta.dirname, "../..");
const read = (path) => readFileSync(join(root, path), "utf8");
const runbooks = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".md")).map((name) => `deploy/runbooks/${name}`);
const pages = Object.fromEntries([...runbooks, "docs/operate/operating.md"].map((path) => [path, read(path)]));

const every = (pattern, check) => {
  let found = 0;
  for (const [page, text] of Object.entries(pages)) {
    for (const match of text.matchAll(pattern)) check(match, page, (found += 1));
  }
  assert.ok(found > 0, `nothing matches ${pattern}`);
};

test("pages link to pages that are there, and the index has them all", () => {
  every(/\]\(([^)#:]+)\)/g, ([, target], page) => {
    assert.ok(existsSync(join(root, dirname(page), target)), `${page} links to ${target}`);
  });
  for (const page of runbooks.filter((path) => !path.endsWith("README.md"))) {
    assert.ok(pages["deploy/runbooks/README.md"].includes(`(${page.split("/").at(-1)})`), `${page} is not in the index`);
  }
});

test("scripts that are named are there", () => {
  every(/(?<![\w/.-])(?:\.?\/)?((?:deploy\/(?:local|setup|docker)|scripts|services|gateway)\/[\w./-]*[\w-])/g, ([, path], page) => {
    assert.ok(existsSync(join(root, path)), `${page} names ${path}`);
  });
  every(/(?<=\s)\/setup\/([\w-]+)/g, ([, name], page) => assert.ok(existsSync(join(root, "deploy/setup", name)), `${page}: ${name}`));
});

test("goals of make are there", () => {
  const goals = [...read("Makefile").matchAll(/^([a-z-]+):.*## /gm)].map(([, goal]) => goal);
  every(/(?:`|^ {4}|# )make ([a-z-]+)/gm, ([, goal], page) => assert.ok(goals.includes(goal), `${page}: make ${goal}`));
});

test("programs and containers that commands address are there", () => {
  const compose = read("docker-compose.yml");
  every(/docker compose (?:exec|logs(?: --(?:tail|since) \S+)?|ps|run(?: --rm| --no-deps| --(?:volume|entrypoint) \S+)*) ([a-z][a-z-]+)/g, ([, name], page) => {
    assert.match(compose, new RegExp(`^  ${name}:$`, "m"), `${page}: docker compose … ${name}`);
  });
  const programs = read("deploy/local/lib/settings.sh");
  every(/sup (?:start|restart|stop) services:([\w-]+)/g, ([, name], page) => assert.match(programs, new RegExp(`\\b${name}\\b`), page));
  every(/deploy\/local\/as ([\w-]+)/g, ([, name], page) => assert.match(programs, new RegExp(`\\b${name}\\b`), page));
});

test("settings are ones that are read", () => {
  const reference = pages["docs/operate/operating.md"];
  const launcher = read("deploy/local/lib/settings.sh") + read("deploy/local/backup") + read("docker-compose.yml") + read("services/shared/bus/src/bin/lintel-streams.rs");
  every(/\b(LINTEL_[A-Z][A-Z_]*[A-Z])\b(?!…|__…)/g, ([, name], page) => {
    const known = reference.includes(`| \`${name}\` |`) || launcher.includes(name) || name === "LINTEL_CONFIG";
    const address = name.endsWith("_URL_FILE") && reference.includes(`\`${name.slice(0, -"_FILE".length)}\``);
    assert.ok(known || address, `${page} names ${name}`);
  });
});

test("metrics are in the list of metrics", () => {
  const named = [...read("docs/reference/telemetry.md").matchAll(/`([a-z_.]+)`/g)].map(([, name]) => name);
  every(/`((?:lintel|http|rpc|db|process)\.[a-z_.]+)`/g, ([, name], page) => {
    assert.ok(named.includes(name) || name === "lintel.env", `${page} names ${name}`);
  });
});

test("lines of logs that are quoted are said by a program", () => {
  const quoted = [
    "disconnected from NATS",
    "passwords are tried on many accounts",
    "passwords are no longer tried on many accounts",
    "events cannot be published; they are kept",
    "consuming is interrupted; it goes on by itself",
    "the broker has lost events; they are published again",
    "the broker had lost a consumer's place; it begins again",
    "the broker had lost a stream; it is made anew",
    "NATS refused something",
    "waiting for the database",
    "a mail was not taken; it is tried again",
    "the mail server is away; until it is back, one mail at a time is tried",
    "a mail was given up",
    "an event was put aside as a dead letter",
    "some work did not end in time and was dropped",
    "rent could not be charged yet",
    "rent could not be looked at",
    "mails about rent must wait",
    "agreements could not be told of",
    "what is due for tenancies could not be told of",
    "tenants whose last day is over could not be ended",
    "viewers could not be reminded",
    "targets that are over could not be told of",
    "what fell due could not be told",
    "digests could not be sent",
    "retention failed; trying again",
    "a deleted organisation could not be erased",
    "a folder of feeds was not read",
    "a feed was not fetched",
    "a backup could not be made yet",
    "backups cannot be made; it goes on by itself",
    "due messages could not be claimed; it goes on by itself",
    "identity's signing keys could not be read; keeping the ones at hand",
  ];
  const all = Object.values(pages).join(" ").replace(/\s+/g, " ");
  for (const line of quoted) {
    assert.ok(all.includes(line), `no page quotes ${line}`);
    execFileSync("git", ["grep", "-qF", line, "--", "services", "gateway"], { cwd: root });
  }
});

test("every alert leads to a page", () => {
  const alerts = read("deploy/observability/alerts.yaml").split("- alert: ").slice(1);
  assert.ok(alerts.length > 20);
  for (const alert of alerts) {
    const [, page] = alert.match(/^ {10}runbook: (\S+)$/m) ?? [];
    assert.ok(runbooks.includes(page), `${alert.split("\n")[0]} leads to ${page}`);
  }
});

test("every threat of the accounts has tests, and they are there", () => {
  const [threats] = read("docs/reference/threats.md").split("\n## Crates that are kept");
  const rows = threats.split("\n").filter((line) => /^\| (?!.*\| held off by)/.test(line));
  const numbers = rows.filter((row) => /^\| T\d/.test(row)).map((row) => Number(row.slice(3, 5)));
  const wanted = [...Array(20).keys()].map((n) => n + 1).concat([22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48]);
  assert.deepEqual(numbers, wanted);
  const ends = read("docs/reference/what-ends-when.md").split("| what | held off by |\n|---|---|\n")[1].split("\n\n")[0];
  const [, grants] = read("docs/reference/what-ends-when.md").split("| grant | kept in | made by | so that | ends | tried by |\n|---|---|---|---|---|---|\n");
  const tried = grants.split("\n\n")[0].split("\n").map((row) => row.split(" | ").at(-1));
  for (const row of rows.concat(ends.split("\n"), tried)) {
    const names = [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name).filter((name) => name !== "make bench");
    assert.ok(names.length > 0 || /make bench/.test(row), row);
    for (const name of names) {
      const code = name.includes(" ") ? ["-e", `('${name}'`, "-e", `("${name}"`] : ["-e", `fn ${name}(`];
      execFileSync("git", ["grep", "-qF", ...code, "--", "services", "gateway", "proto", "tests", "web/src", "deploy"], { cwd: root });
    }
  }
});

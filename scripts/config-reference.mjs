// The configuration reference in docs/operate/operating.md, out of the defaults that are embedded in the programs.
//   config-reference.mjs            writes it
//   config-reference.mjs --check    fails when it is not what the defaults say
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { SERVICES, serviceVariables } from "../deploy/setup/service-names.mjs";

const root = resolve(import.meta.dirname, "..");
const page = join(root, "docs/operate/operating.md");

/** What production must say, because the start is refused without it or the default fits one machine only. */
const REQUIRED = {
  LINTEL_PUBLIC_URL: "yes",
  LINTEL_NATS_URL: "yes",
  ...Object.fromEntries(SERVICES.map((name) => [`${serviceVariables(name)}_URL`, "yes"])),
  LINTEL_FILES_URL: "gateway and portfolio, a volume of both or a bucket",
  LINTEL_FILES_CREDENTIALS_FILE: "gateway and portfolio, for a bucket",
  LINTEL_FILES_KEY_FILE: "gateway and portfolio, for a bucket",
  LINTEL_SMTP_URL: "yes, or `LINTEL_MAIL=off`",
  LINTEL_MAIL_FROM: "with `LINTEL_SMTP_URL`",
  LINTEL_SERVICE_KEY_FILE: "yes",
  LINTEL_MASTER_KEY_FILE: "identity",
  LINTEL_MAIL_SEALING_PUBLIC_KEY_FILE: "identity, tenancy-applications and viewings-maintenance, if mails are sent",
  LINTEL_MAIL_SEALING_SECRET_KEY_FILE: "notifications, if it sends mails",
  LINTEL_TENANCY_SEALING_PUBLIC_KEY_FILE: "identity",
  LINTEL_TENANCY_SEALING_SECRET_KEY_FILE: "tenancy-applications",
  LINTEL_VIEWINGS_SEALING_PUBLIC_KEY_FILE: "identity and tenancy-applications",
  LINTEL_VIEWINGS_SEALING_SECRET_KEY_FILE: "viewings-maintenance",
};

const programs = [
  { title: "All programs", file: "services/shared/runtime/shared.default.toml", prefix: "LINTEL_" },
  { title: "gateway", file: "gateway/config.default.toml", prefix: "LINTEL_GATEWAY__" },
  ...SERVICES.map((name) => ({
    title: name,
    file: `services/${name}/config.default.toml`,
    prefix: `${serviceVariables(name)}__`,
  })),
];

/** The keys of one file: { key, value, meaning }. A comment is for the lines that follow it until the next one; after
 * "Without a default:" a comment is a table of keys that have none. */
function keysOf(text) {
  const keys = [];
  let section = "";
  let meaning = [];
  let fresh = true;
  let without = false;
  let list = false;
  for (const line of text.split("\n")) {
    const [, comment] = /^# ?(.*)$/.exec(line) ?? [];
    if (comment === "Without a default:") without = true;
    else if (without && comment !== undefined) keysWithout(comment, keys);
    else if (comment !== undefined) {
      meaning = fresh ? [comment] : [...meaning, comment];
      fresh = false;
    } else if (line.startsWith("[[")) {
      // A list of tables: no variable names a key in it.
      list = true;
    } else if (line.startsWith("[")) {
      list = false;
      section = `${line.slice(1, -1)}__`;
      meaning = [];
      fresh = true;
    } else if (line === "") {
      meaning = [];
      fresh = true;
    } else if (!list) {
      const [, key, value] = /^(\w+) = (.*)$/.exec(line);
      keys.push({ key: section + key, value: value.replace(/^"(.*)"$/, "$1"), meaning: meaning.join(" ") });
      fresh = true;
    }
  }
  return keys;
}

/** `key   meaning`, `key, key` with the meaning in the next line, or a meaning that goes on. */
function keysWithout(line, keys) {
  const [, names, meaning] = /^([a-z_]+(?:, [a-z_]+)*)(?: {2,}(.*))?$/.exec(line) ?? [];
  if (names) {
    for (const key of names.split(", ")) keys.push({ key, value: null, meaning: meaning ?? "", group: names });
    return;
  }
  const { group } = keys.at(-1);
  for (const key of keys.filter((one) => one.group === group)) key.meaning = `${key.meaning} ${line.trim()}`.trim();
}

/** Whether what the variable says is a secret. A file's name is none, what is in it is. */
function secrecy(variable) {
  if (variable.endsWith("PUBLIC_KEY_FILE")) return "";
  if (variable.endsWith("_FILE")) return "its content";
  const holdsPassword = /(DATABASE__(WORKER_|OWNER_)?|NATS_|SMTP_|SMS_)URL$/.test(variable);
  return holdsPassword ? `if it holds a password: \`${variable}_FILE\`` : "";
}

const cell = (text) => text.replaceAll("|", "\\|");

function table({ title, file, prefix }) {
  const rows = keysOf(readFileSync(join(root, file), "utf8")).map(({ key, value, meaning }) => {
    const variable = prefix + key.toUpperCase();
    const database = /DATABASE__(WORKER_)?URL$/.test(variable) ? "yes" : /OWNER_URL$/.test(variable) ? "for `migrate`" : "";
    const listen = /LISTEN$/.test(variable) ? "in a container" : "";
    const required = REQUIRED[variable] ?? (database || listen);
    return `| \`${variable}\` | ${value === null ? "–" : `\`${cell(value)}\``} | ${cell(meaning)} | ${secrecy(variable)} | ${required} |`;
  });
  const head = "| variable | default | meaning | secret | set in production |\n|---|---|---|---|---|";
  return `### ${title}\n\nFrom \`${file}\`.\n\n${head}\n${rows.join("\n")}`;
}

const BEGIN = "<!-- begin of what scripts/config-reference.mjs writes (make gen) -->";
const END = "<!-- end of what scripts/config-reference.mjs writes -->";
const text = readFileSync(page, "utf8");
const [before, rest] = text.split(BEGIN);
const [, after] = rest.split(END);
const wanted = `${before}${BEGIN}\n\n${programs.map(table).join("\n\n")}\n\n${END}${after}`;

if (!process.argv.includes("--check")) writeFileSync(page, wanted);
else if (wanted !== text) {
  console.error("docs/operate/operating.md is not what the defaults of the programs say; run make gen");
  process.exit(1);
}

// The statements of one request, read from PostgreSQL's own log of it: what pgbench is then given is what the product ran,
// with the values that it sent, and no copy that could fall behind.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";

const PATIENCE = 10_000;

/** Runs SQL as the superuser and returns what it printed. */
export function superuserSql({ psql, url }, ...statements) {
  const commands = statements.flatMap((statement) => ["-c", statement]);
  return execFileSync(psql, ["-X", "-At", "-v", "ON_ERROR_STOP=1", ...commands, url], { encoding: "utf8" }).trim();
}

const logging = (database, what) =>
  superuserSql(
    database,
    `ALTER SYSTEM SET log_statement = '${what}'`,
    "ALTER SYSTEM SET log_line_prefix = '%u|%p|'",
    "SELECT pg_reload_conf()",
  );

/** The log's entries, a statement's further lines joined to its first. */
function entries(text) {
  const found = [];
  for (const line of text.split("\n")) {
    const [, user, session, kind, rest] = /^(\w*)\|(\d+)\|(\w+): {2}(.*)$/.exec(line) ?? [];
    if (kind) found.push({ user, session, kind, text: rest });
    else if (line.startsWith("\t") && found.length) found.at(-1).text += `\n${line.slice(1)}`;
  }
  return found;
}

/** `$1 = '42', $2 = NULL` as values; a value may hold commas, and doubled quotes. */
function parameters(text) {
  const pairs = text.matchAll(/\$(\d+) = (?:'((?:[^']|'')*)'|NULL)/g);
  return Object.fromEntries([...pairs].map(([, number, value]) => [number, value?.replaceAll("''", "'")]));
}

/** The statements of `user` in one session, in order: `{ sql, values }`, `values` empty for what was no prepared one. */
function statements(text, user) {
  const found = [];
  for (const entry of entries(text).filter((entry) => entry.user === user)) {
    const [, how, sql] = /^(execute [^:]+|statement): (.*)$/s.exec(entry.text) ?? [];
    if (how && sql !== "SELECT 1") found.push({ sql, prepared: how !== "statement", values: {} });
    else if (entry.kind === "DETAIL" && found.length) found.at(-1).values = parameters(entry.text);
  }
  return found;
}

/** The statement with what it sets of the caller's scope: `settings`, name and value of each. */
function withSettings(statement) {
  const set = statement.sql.matchAll(/SET LOCAL (app\.\w+) = '(\d*)'/g);
  return { ...statement, settings: [...set].map(([, name, value]) => [name, value]) };
}

/** What one call of `ask` makes `user` run: each statement as it stands in the store. */
export async function recorded(database, log, user, ask) {
  logging(database, "all");
  try {
    const deadline = Date.now() + PATIENCE;
    while (Date.now() < deadline) {
      const start = statSync(log).size;
      await ask();
      // The log is written through a pipe: its last line is the end of the transaction.
      const asked = Date.now();
      while (Date.now() < asked + 1000) {
        const ran = statements(readFileSync(log).subarray(start).toString(), user);
        const whole = /^(BEGIN|SET)/.test(ran[0]?.sql) && /^(COMMIT|ROLLBACK)/.test(ran.at(-1).sql);
        if (whole) return ran.map(withSettings);
        await new Promise((wake) => setTimeout(wake, 50));
      }
    }
    throw new Error(`no whole transaction of ${user} in ${log}`);
  } finally {
    logging(database, "none");
  }
}

/** What PostgreSQL itself says that the statements of `user` took while `load` ran, in milliseconds, and how many rounds to it they were. */
export async function timed(database, log, user, load) {
  const setting = (value) => superuserSql(database, `ALTER SYSTEM SET log_duration = '${value}'`, "ALTER SYSTEM SET log_line_prefix = '%u|%p|'", "SELECT pg_reload_conf()");
  setting("on");
  try {
    const start = statSync(log).size;
    await load();
    // The log is written through a pipe.
    await new Promise((wake) => setTimeout(wake, 1000));
    const own = entries(readFileSync(log).subarray(start).toString()).filter((entry) => entry.user === user);
    const took = own.flatMap(({ text }) => /^duration: ([\d.]+) ms/.exec(text)?.slice(1) ?? []).map(Number);
    return { took: took.reduce((sum, one) => sum + one, 0), rounds: took.length };
  } finally {
    setting("off");
  }
}

/** The reads of `tables` among `ran` as a pgbench script: alone, or in the caller's scope as a transaction of its own. */
export function pgbenchScript(ran, { scope, tables = "properties|rooms|property_history" } = {}) {
  const reads = ran.filter(({ prepared }) => prepared).filter(({ sql }) => new RegExp(`\\bFROM (${tables})\\b`).test(sql));
  const values = {};
  const texts = reads.map(({ sql, values: given }, index) => {
    for (const [number, value] of Object.entries(given)) if (value) values[`s${index}p${number}`] = value;
    // pgbench has neither null nor an empty text to bind.
    const literal = (value) => (value === undefined ? "NULL" : "''");
    return sql.replace(/\$(\d+)/g, (_, number) => (given[number] ? `:s${index}p${number}` : literal(given[number])));
  });
  const around = scope ? [["BEGIN", scope], ["COMMIT"]] : [[], []];
  return { sql: [...around[0], ...texts, ...around[1]].map((text) => `${text};\n`).join(""), values };
}

/** The caller's scope that the product set, as one statement for pgbench. */
export function scopeOf(ran) {
  const settings = new Map(ran.flatMap(({ settings }) => settings));
  if (settings.size === 0) throw new Error("no statement sets the caller's scope");
  return `SELECT ${[...settings].map(([name, value]) => `set_config('${name}', '${value}', true)`).join(", ")}`;
}

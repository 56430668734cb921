// What rows cost on disk, with their indexes: the bench's own rows, loaded into a database of its own that has every migration. Needs
// nothing but a PostgreSQL and its superuser's address: `BENCH_PG_URL=postgres://… node bench/sizes.mjs`. For docs/operate/capacity.md.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { load as applications } from "./lib/applications.mjs";
import { load as listings } from "./lib/listings.mjs";
import { load as repairs } from "./lib/maintenance.mjs";
import { load as rent } from "./lib/rent.mjs";
import { table, whole } from "./lib/table.mjs";
import { load as properties } from "./lib/thousands.mjs";

const root = resolve(import.meta.dirname, "..");
const server = process.env.BENCH_PG_URL;
if (!server) throw new Error("Say which PostgreSQL: BENCH_PG_URL=postgres://<superuser>@<host>:<port>/postgres");
const HOMES = Number(process.env.BENCH_HOMES ?? 10_000);
const LISTINGS = Number(process.env.BENCH_LISTINGS ?? 200_000);
const APPLICATIONS = Number(process.env.BENCH_APPLICATIONS ?? 5_000);
const ORGANISATION = 1;

const name = `lintel_sizes_${process.pid}`;
const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
const psql = (to, ...given) => execFileSync("psql", ["-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", ...given, to], { encoding: "utf8" }).trim();

function migrate() {
  const folders = ["services/shared/db/migrations", ...readdirSync(join(root, "services")).map((service) => `services/${service}/migrations`)];
  for (const folder of folders) {
    let files = [];
    try {
      files = readdirSync(join(root, folder)).filter((file) => file.endsWith(".sql")).sort();
    } catch {
      // What services share has no migrations of its own there.
    }
    for (const file of files) psql(url, "-1", "-f", join(root, folder, file));
  }
}

/** Bytes of every table with its indexes and what lies outside its rows. */
function sizes() {
  const sql = "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace";
  return new Map(psql(url, "-c", sql).split("\n").map((line) => line.split("|")).map(([table, bytes]) => [table, Number(bytes)]));
}

/** What loading makes larger: the tables, largest first, and all of them together. */
function grown(load) {
  const before = sizes();
  load();
  const more = [...sizes()].map(([table, bytes]) => [table, bytes - (before.get(table) ?? 0)]).filter(([, bytes]) => bytes > 65_536);
  more.sort(([, a], [, b]) => b - a);
  return { more, sum: more.reduce((sum, [, bytes]) => sum + bytes, 0) };
}

psql(server, "-c", `CREATE DATABASE ${name}`);
try {
  migrate();
  const database = { psql: "psql", url };
  const loads = [
    [`${whole(HOMES)} homes with rooms, a first entry of history and an inspection`, HOMES, () => properties(database, ORGANISATION, HOMES)],
    ["5,000 tenancies with two years of charges and receipts", 5_000, () => rent(database, ORGANISATION)],
    [`${whole(APPLICATIONS)} applications with two references asked for, without documents`, APPLICATIONS, () => applications(database, ORGANISATION, 1, APPLICATIONS)],
    ["20,000 repairs and 2,000 viewings, without photos", 22_000, () => repairs(database, ORGANISATION, 1)],
    [`${whole(LISTINGS)} homes to buy with the words of their addresses`, LISTINGS, () => listings(database, LISTINGS)],
  ];
  const rows = loads.map(([what, count, load]) => {
    const { more, sum } = grown(load);
    const largest = more.slice(0, 3).map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(1)}`);
    return [what, (sum / 1e6).toFixed(1), whole(Math.round(sum / count)), largest.join(", ")];
  });
  console.log(table(["", "MB", "bytes each", "of it, MB"], rows));
} finally {
  psql(server, "-c", `DROP DATABASE ${name} WITH (FORCE)`);
}

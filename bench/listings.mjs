// Homes to buy, on an installation of its own, because a million of them would stand in the way of the other figures; adds its tables to
// the result.
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { conditions } from "./lib/conditions.mjs";
import { measureListings } from "./lib/listings.mjs";
import { programsOf } from "./lib/processes.mjs";

const state = process.env.LINTEL_STATE_DIR;
const secret = (name) => readFileSync(join(state, "secrets", name), "utf8").trim();
const programs = programsOf(Number(readFileSync(join(state, "supervisord.pid"), "utf8")));
const port = readFileSync(join(state, "postgres.port"), "utf8").trim();
const [server] = readFileSync(`/proc/${programs.postgres}/cmdline`, "utf8").split("\0");
const as = (user, password) => `postgres://${user}:${password}@127.0.0.1:${port}/lintel_listings_import`;
const own = (role) => as(`listings_import_${role}`, secret(role === "app" ? "listings-import.password" : `listings-import-${role}.password`));
const database = {
  psql: join(dirname(server), "psql"),
  pgbench: join(dirname(server), "pgbench"),
  url: as("lintel", secret("postgres.password")),
  appUrl: own("app"),
};
const environment = {
  PATH: process.env.PATH,
  LINTEL_PROFILE: "dev",
  LINTEL_LISTINGS_IMPORT__DATABASE__URL: own("app"),
  LINTEL_LISTINGS_IMPORT__DATABASE__WORKER_URL: own("worker"),
};
const where = conditions(database);
const report = await measureListings({
  product: process.env.LINTEL_E2E_URL,
  program: join(process.env.BENCH_BIN, "lintel-listings-import"),
  log: join(state, "logs", "postgres.log"),
  note: (text) => console.error(text),
  database,
  environment,
  programs,
});
mkdirSync(process.env.BENCH_OUT, { recursive: true });
appendFileSync(join(process.env.BENCH_OUT, "result.md"), `\n${report}\n`);
console.log(`\n${where}\n\n${report}`);

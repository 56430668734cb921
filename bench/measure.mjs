// Measures the running installation: three reads through gateway, gRPC and PostgreSQL, beside the same statements through
// pgbench and beside the bare probe. `make bench` runs it inside scripts/with-lintel; see bench/README.md for what the
// columns mean.
import { spawn, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { conditions, watchHost } from "./lib/conditions.mjs";
import { closedLoop, statementsAlone } from "./lib/load.mjs";
import { openLoop } from "./lib/open-loop.mjs";
import { measureApplications } from "./lib/applications.mjs";
import { measureFlood } from "./lib/flood.mjs";
import { measureLogins } from "./lib/logins.mjs";
import { measureMaintenance } from "./lib/maintenance.mjs";
import { PROPERTIES_WANTED, landlordWithProperties } from "./lib/organisation.mjs";
import { costed, programsOf, resident, residentFamily } from "./lib/processes.mjs";
import { measureRent } from "./lib/rent.mjs";
import { pgbenchScript, recorded, scopeOf, superuserSql } from "./lib/statements.mjs";
import { median, middle, milliseconds, percent, table, whole } from "./lib/table.mjs";
import { measureThousands } from "./lib/thousands.mjs";

// Many and short: what a share of the probe swings by is neighbours in time, not the length of a round.
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const OPEN_SECONDS = Number(process.env.BENCH_OPEN_SECONDS ?? 10);
const CONNECTIONS = [1, 8, 32];
const ARRIVALS = 200;
const AIMS = { p99: 25, idle: 250 };
const BACKEND = ["gateway", "portfolio", "identity", "notifications", "nats-server"];

const state = process.env.LINTEL_STATE_DIR;
const product = process.env.LINTEL_E2E_URL;
const secret = (name) => readFileSync(join(state, "secrets", name), "utf8").trim();
const note = (text) => console.error(text);

function databases(programs, service = "portfolio") {
  const port = readFileSync(join(state, "postgres.port"), "utf8").trim();
  const [server] = readFileSync(`/proc/${programs.postgres}/cmdline`, "utf8").split("\0");
  const name = service.replaceAll("-", "_");
  const as = (user, password) => `postgres://${user}:${password}@127.0.0.1:${port}/lintel_${name}`;
  return {
    psql: join(dirname(server), "psql"),
    pgbench: join(dirname(server), "pgbench"),
    url: as("lintel", secret("postgres.password")),
    appUrl: as(`${name}_app`, secret(`${service}.password`)),
  };
}

/** As many threads as a process of Lintel has, so that the ratio says what the layers cost and not what fewer threads gain. */
const THREADS = Number(process.env.LINTEL_WORKER_THREADS) || Math.max(1, Math.floor(availableParallelism() / 2));

/** The bare probe, as the superuser, to whom row-level security does not apply. */
async function startProbe(database, organisation) {
  const [service, http] = execFileSync("node", ["deploy/local/ports.mjs", "free", "2"], { encoding: "utf8" }).trim().split("\n");
  const env = {
    ...process.env,
    PROBE_DATABASE_URL: database.url,
    PROBE_ORGANISATION: organisation,
    PROBE_SERVICE: `127.0.0.1:${service}`,
    PROBE_HTTP: `127.0.0.1:${http}`,
    TOKIO_WORKER_THREADS: String(THREADS),
  };
  const start = (role) => spawn(join(process.env.BENCH_BIN, "lintel-bench-probe"), [role], { env, stdio: ["ignore", "inherit", "inherit"] });
  const processes = ["service", "gateway"].map(start);
  return { url: `http://127.0.0.1:${http}`, service: processes[0], gateway: processes[1], stop: () => processes.forEach((one) => one.kill()) };
}

/** The same bytes from both, or the comparison means nothing. */
async function sameAnswer(path, token, probe) {
  const ask = async (base, headers = {}) => {
    const deadline = Date.now() + 10_000;
    for (;;) {
      const reply = await fetch(base + path, { headers }).catch(() => null);
      if (reply?.ok) return reply.text();
      if (Date.now() > deadline) throw new Error(`${base}${path} answers ${reply?.status ?? "nothing"}`);
      await new Promise((wake) => setTimeout(wake, 50));
    }
  };
  const [ours, bare] = [await ask(product, { authorization: `Bearer ${token}` }), await ask(probe.url)];
  if (ours !== bare) throw new Error(`the probe answers something else at ${path}`);
  return ours.length;
}

async function measureRoute(route, { token, probe, programs, database }) {
  const authorised = [`Authorization: Bearer ${token}`];
  const { postgres } = programs;
  const systems = {
    Lintel: [product + route.path, authorised, { gateway: programs.gateway, service: programs.portfolio, postgres }],
    "bare probe": [probe.url + route.path, [], { gateway: probe.gateway.pid, service: probe.service.pid, postgres }],
  };
  const ask = () => fetch(product + route.path, { headers: { authorization: authorised[0].slice(15) } }).then((reply) => reply.text());
  const ran = await recorded(database, join(state, "logs", "postgres.log"), "portfolio_app", ask);
  const alone = {
    "SQL alone": [pgbenchScript(ran), database.url],
    "SQL in BEGIN, set_config, COMMIT": [pgbenchScript(ran, { scope: scopeOf(ran) }), database.appUrl],
  };

  const runs = {};
  const keep = (what, how, result) => ((runs[`${what}|${how}`] ??= []).push(result), result);
  for (const [url, headers] of Object.values(systems)) await closedLoop(url, headers, { connections: 8, seconds: 1 });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const connections of CONNECTIONS) {
      // In turn and close together, so that whatever else the machine does meets both.
      for (const [what, [url, headers, processes]] of Object.entries(systems)) {
        keep(what, connections, await costed(processes, () => closedLoop(url, headers, { connections, seconds: SECONDS })));
      }
      if (connections === 32) continue;
      for (const [what, [script, url]] of Object.entries(alone)) {
        const options = { program: database.pgbench, url, clients: connections, seconds: Math.max(1, SECONDS - 1) };
        keep(what, connections, await costed({ postgres }, () => statementsAlone(script, options)));
      }
    }
  }
  for (const [what, [url, headers, processes]] of Object.entries(systems)) {
    const load = () => openLoop(url, headers, { rate: ARRIVALS, seconds: OPEN_SECONDS });
    keep(what, `${ARRIVALS}/s`, await costed(processes, load));
  }
  return runs;
}

function routeTable(runs) {
  const cpu = (result, name) => (result[`cpu_${name}`] === undefined ? "" : whole(result[`cpu_${name}`]));
  const rows = Object.entries(runs).map(([key, results]) => {
    const [what, how] = key.split("|");
    const result = middle(results);
    const costs = ["gateway", "service", "postgres"].map((name) => cpu(result, name));
    return [what, how, whole(result.rate), milliseconds(result.p50), milliseconds(result.p99), ...costs];
  });
  const order = (row) => [...CONNECTIONS.map(String), `${ARRIVALS}/s`].indexOf(row[1]);
  rows.sort((a, b) => order(a) - order(b));
  return table(["", "clients", "requests/s", "p50 ms", "p99 ms", "gateway µs", "service µs", "PostgreSQL µs"], rows);
}

/** Lintel's share of the probe's throughput: of each round's neighbours, then the middle one. */
function ratio(runs, connections) {
  const [ours, bare] = [runs[`Lintel|${connections}`], runs[`bare probe|${connections}`]];
  return median(ours.map((result, round) => result.rate / bare[round].rate));
}

function verdicts(measured, idle) {
  const met = (yes) => (yes ? "met" : "missed");
  const rows = [];
  for (const [name, runs] of Object.entries(measured)) {
    for (const connections of CONNECTIONS) {
      const share = ratio(runs, connections);
      rows.push([`${name}: throughput of the bare probe's, ${connections} clients`, percent(share), "–", ""]);
    }
    const { p99, late } = middle(runs[`Lintel|${ARRIVALS}/s`]);
    const doubt = late < AIMS.p99 ? "" : ` (the sender was up to ${milliseconds(late)} ms late)`;
    rows.push([`${name}: p99 at ${ARRIVALS} requests a second`, `${milliseconds(p99)} ms${doubt}`, `< ${AIMS.p99} ms`, met(p99 < AIMS.p99)]);
  }
  rows.push(["resident memory when idle, without PostgreSQL", `${whole(idle)} MB`, `< ${AIMS.idle} MB`, met(idle < AIMS.idle)]);
  return table(["", "figure", "aim", ""], rows);
}

/** What is measured: all, or the parts that BENCH_ONLY names ("applications,maintenance"). */
const wanted = (part) => (process.env.BENCH_ONLY || part).split(",").includes(part);

/** The three reads beside the bare probe, with the memory before and after. */
async function measureReads({ programs, database, token, propertyId, organisation }) {
  const memory = () => [...BACKEND.map((name) => resident(programs[name])), residentFamily(programs.postgres)];
  const idle = memory();
  const probe = await startProbe(database, organisation);
  try {
    const routes = {
      [`${PROPERTIES_WANTED} properties`]: { path: "/api/properties" },
      "one property": { path: `/api/properties/${propertyId}` },
      "dashboard figures": { path: "/api/dashboard/analytics" },
    };
    for (const route of Object.values(routes)) route.bytes = await sameAnswer(route.path, token, probe);
    const measured = {};
    for (const [name, route] of Object.entries(routes)) {
      note(`Measuring ${name}`);
      measured[name] = await measureRoute(route, { token, probe, programs, database });
    }
    const loaded = memory();
    const sum = (figures) => figures.slice(0, BACKEND.length).reduce((total, figure) => total + figure, 0);
    const sizes = [...BACKEND, "PostgreSQL"].map((name, index) => [name, idle[index].toFixed(1), loaded[index].toFixed(1)]);
    sizes.splice(BACKEND.length, 0, ["**together**", sum(idle).toFixed(1), sum(loaded).toFixed(1)]);
    sizes.push(["bare probe: gateway, service", "", [probe.gateway.pid, probe.service.pid].map((pid) => resident(pid).toFixed(1)).join(", ")]);
    const tables = Object.entries(routes).map(
      ([name, { path, bytes }]) => `### ${name}\n\n\`GET ${path}\`, ${whole(bytes)} bytes of JSON\n\n${routeTable(measured[name])}`,
    );
    const memories = `### Memory\n\n${table(["resident, MB", "idle", "after the load"], sizes)}`;
    return [...tables, memories, `### Aims\n\n${verdicts(measured, sum(idle))}`];
  } finally {
    probe.stop();
  }
}

async function main() {
  const programs = programsOf(Number(readFileSync(join(state, "supervisord.pid"), "utf8")));
  const database = databases(programs);
  const log = join(state, "logs", "postgres.log");
  const where = conditions(database);
  const stolen = watchHost();
  note("Adding the properties");
  const { token, propertyId, organisation } = await landlordWithProperties(product);
  superuserSql(database, "VACUUM ANALYZE");
  const of = (service) => ({ product, database: databases(programs, service), programs, log, note });
  const parts = {
    reads: () => measureReads({ programs, database, token, propertyId, organisation }),
    logins: () => measureLogins({ product, token, programs, note }),
    flood: () => measureFlood({ product, token, limits: "limits out of the way", note }),
    thousands: () => measureThousands(of("portfolio")),
    applications: () => measureApplications(of("tenancy-applications")),
    maintenance: () => measureMaintenance(of("viewings-maintenance")),
    rent: () => measureRent(of("tenancy-applications")),
  };
  const tables = [];
  for (const [part, measure] of Object.entries(parts)) {
    if (wanted(part)) tables.push(...[await measure()].flat());
  }
  const machine = `${where}\n- the machine's host took ${stolen().toFixed(1)} % of the processors' time during the run`;
  const report = [machine, ...tables].join("\n\n");
  mkdirSync(process.env.BENCH_OUT, { recursive: true });
  writeFileSync(join(process.env.BENCH_OUT, "result.md"), `${report}\n`);
  console.log(report);
}

await main();

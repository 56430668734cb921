// Portfolios of 1,000 and of 100,000 properties: reading them, and adding 10,000 from a CSV file, beside what PostgreSQL alone takes
// for the same. The rows are loaded by COPY, as the superuser, into the landlord's organisation: everything that Lintel then does
// with them it does as itself, under row-level security.
import { execFileSync } from "node:child_process";
import { closedLoop, statementsAlone } from "./load.mjs";
import { landlord } from "./organisation.mjs";
import { costed, peak, resident } from "./processes.mjs";
import { pgbenchScript, recorded, scopeOf, superuserSql } from "./statements.mjs";
import { middle, milliseconds, table, whole } from "./table.mjs";

const SIZES = (process.env.BENCH_SIZES ?? "1000,100000").split(",").map(Number);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Math.max(1, Number(process.env.BENCH_SECONDS ?? 3) - 1);
const IMPORTED = Number(process.env.BENCH_IMPORTED ?? 10_000);
/** An import that takes longer has failed. */
const PATIENCE = 300_000;

/** What is asked, and by how many at once: sums over a whole portfolio keep a processor busy by themselves. */
const reads = (size) => [
  { name: "first page of 50", path: "/api/properties?pageSize=50", clients: 8 },
  { name: "search, 5 % match", path: "/api/properties?search=harbour&pageSize=50", clients: 8 },
  { name: "search, one matches", path: `/api/properties?search=${size}&pageSize=50`, clients: 8 },
  { name: "largest rents", path: "/api/properties?sort=-rent&pageSize=50", clients: 8 },
  { name: "dashboard figures", path: "/api/dashboard/analytics", clients: 1 },
  { name: "dashboard series", path: "/api/dashboard/series?months=12", clients: 1 },
];

const STREETS = ["Harbour", "Station", "Victoria", "Priory", "Mill", "Church", "Park", "Albert", "Queen", "King"].flatMap((name) => [`${name} Street`, `${name} Lane`]);
const TYPES = ["House", "Flat", "Apartment", "Studio", "HMO", "House", "Flat", "Commercial"];
const ROOMS = 4;
const ROOM_RENT = 450;

/** The property with this number, as its columns. */
function property(index) {
  const type = TYPES[index % TYPES.length];
  const price = 90_000 + (index % 400) * 1_000;
  const year = 2005 + (index % 20);
  return {
    name: `${STREETS[index % STREETS.length]} ${index + 1} ${type}`,
    address: `${index + 1} ${STREETS[index % STREETS.length]}, Bristol`,
    postcode: `BS${1 + (index % 9)} ${index % 10}AB`,
    property_type: type,
    bedrooms: type === "HMO" ? ROOMS : 1 + (index % 4),
    bathrooms: 1,
    monthly_rent: type === "HMO" ? ROOMS * ROOM_RENT : 600 + (index % 900),
    purchase_price: price,
    current_value: price + 20_000,
    purchase_date: `${year}-0${1 + (index % 9)}-15`,
    purchase_year: year,
    status: index % 7 === 0 ? "Vacant" : "Occupied",
  };
}

/** Text for COPY; nothing in these rows needs escaping. */
const lines = (rows) => rows.map((row) => Object.values(row).join("\t")).join("\n");

/** Runs a COPY and gives the seconds that it took. */
function copy({ psql, url }, into, rows) {
  const input = `COPY ${into} (${Object.keys(rows[0]).join(", ")}) FROM STDIN;\n${lines(rows)}\n\\.\n`;
  const began = performance.now();
  execFileSync(psql, ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", "-", url], { input });
  return (performance.now() - began) / 1000;
}

/** `count` properties over two years, shared houses with their rooms, each with its first history entry and inspection. */
export function load(database, organisation, count) {
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, index) => {
    const at = new Date(now - (1 - index / count) * 2 * 365 * 86_400_000).toISOString();
    return { organisation_id: organisation, ...property(index), created_at: at, updated_at: at };
  });
  copy(database, "properties", rows);
  superuserSql(
    database,
    `INSERT INTO rooms (organisation_id, property_id, room_number, name, monthly_rent, is_occupied)
     SELECT organisation_id, property_id, number, 'Room ' || number, ${ROOM_RENT}, number <> 2
     FROM properties CROSS JOIN generate_series(1, ${ROOMS}) AS number
     WHERE organisation_id = ${organisation} AND property_type = 'HMO'`,
    `INSERT INTO property_history (organisation_id, property_id, version, valid_from, status, monthly_rent, current_value, monthly_costs)
     SELECT organisation_id, property_id, 1, created_at, CASE property_type WHEN 'HMO' THEN 'Partially Occupied' ELSE status END,
         monthly_rent, current_value, 0
     FROM properties WHERE organisation_id = ${organisation}`,
    `INSERT INTO property_inspections (organisation_id, property_id, inspection_date, inspection_time, automatic, created_at, updated_at)
     SELECT organisation_id, property_id, current_date + 180, '10:00', true, created_at, created_at
     FROM properties WHERE organisation_id = ${organisation}`,
    "VACUUM ANALYZE",
  );
}

async function measureRead({ path, clients }, { token, product, database, programs, log }) {
  const url = product + path;
  const headers = [`Authorization: Bearer ${token}`];
  const get = () => fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const ask = async () => {
    // Loading blocks this process for so long that the gateway may have closed the connection that fetch still has.
    const reply = await get().catch(get);
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.text();
  };
  const { length: bytes } = await ask();
  const ran = await recorded(database, log, "portfolio_app", ask);
  const { gateway, portfolio: service, postgres } = programs;
  const alone = (script, from) => costed({ postgres }, () => statementsAlone(script, { program: database.pgbench, url: from, clients, seconds: SECONDS }));
  const systems = {
    Lintel: () => costed({ gateway, service, postgres }, () => closedLoop(url, headers, { connections: clients, seconds: SECONDS })),
    "SQL alone": () => alone(pgbenchScript(ran), database.url),
    "SQL in BEGIN, set_config, COMMIT": () => alone(pgbenchScript(ran, { scope: scopeOf(ran) }), database.appUrl),
  };
  const runs = Object.fromEntries(Object.keys(systems).map((what) => [what, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [what, run] of Object.entries(systems)) runs[what].push(await run());
  }
  return Object.entries(runs).map(([what, results]) => ({ what, bytes, ...middle(results) }));
}

/** Four rooms as their cell has them; the second is free. */
const ROOMS_CELL = Array.from({ length: ROOMS }, (_, index) => `${index + 1} | ${ROOM_RENT}.00 | ${index === 1 ? "Vacant" : "Occupied"}`).join("; ");

/** The properties as a CSV file under the names of the REST API, shared houses with their rooms. */
function csvOf(rows) {
  const cell = (value) => (/[",]/.test(value) ? `"${value}"` : value);
  const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  const lines = rows.map((row) => [...Object.values(row).map((value) => cell(String(value))), row.property_type === "HMO" ? ROOMS_CELL : ""]);
  return [[...Object.keys(rows[0]).map(camel), "rooms"], ...lines].map((cells) => cells.join(",")).join("\r\n");
}

/** The import: the dry run, and the rest until the last row is in. */
async function importCsv({ token, product }, rows) {
  const call = async (method, path, body, type) => {
    const headers = { authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID(), ...(type && { "content-type": type }) };
    const reply = await fetch(product + path, { method, headers, body });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const csv = csvOf(rows);

  const began = performance.now();
  const checked = await call("POST", "/api/property-imports", csv, "text/csv");
  if (checked.problemCount !== 0) throw new Error(`the file has problems: ${JSON.stringify(checked.problems.slice(0, 3))}`);
  const dryRun = (performance.now() - began) / 1000;
  await call("POST", `/api/property-imports/${checked.id}/apply`);
  for (;;) {
    const { state, imported } = await call("GET", `/api/property-imports/${checked.id}`);
    if (state === "Imported" && imported === rows.length) break;
    if (state === "Failed" || performance.now() - began > PATIENCE) throw new Error(`the import is ${state} after ${imported} rows`);
    await new Promise((wake) => setTimeout(wake, 100));
  }
  return { bytes: csv.length, dryRun, all: (performance.now() - began) / 1000 };
}

async function measureImport(context) {
  const { product, database, programs } = context;
  const rows = Array.from({ length: IMPORTED }, (_, index) => property(index));
  const { token } = await landlord(product);
  const lintel = await importCsv({ token, product }, rows);
  superuserSql(database, "CREATE TABLE bench_copy (LIKE properties INCLUDING ALL)");
  const now = new Date().toISOString();
  const alone = copy(database, "bench_copy", rows.map((row) => ({ organisation_id: 1, ...row, created_at: now, updated_at: now })));
  superuserSql(database, "DROP TABLE bench_copy");
  const line = (what, seconds) => [what, seconds.toFixed(2), whole(rows.length / seconds)];
  const peaks = ["gateway", "portfolio"].map((name) => `${name} ${peak(programs[name]).toFixed(0)} MB`).join(", ");
  return `#### ${whole(rows.length)} properties from a CSV file of ${whole(lintel.bytes)} bytes\n\n${table(
    ["", "seconds", "rows/s"],
    [line("Lintel: the dry run", lintel.dryRun), line("Lintel: dry run, then rows, rooms, history, inspections, events", lintel.all), line("COPY of the properties alone", alone)],
  )}\n\nThe most that a process ever had resident, everything above included: ${peaks}.`;
}

/** Everything above, as Markdown. */
export async function measureThousands(context) {
  const { product, database, programs, note } = context;
  const sections = [];
  for (const size of SIZES) {
    note(`Loading ${whole(size)} properties`);
    const { token, organisation } = await landlord(product);
    load(database, organisation, size);
    const rows = [];
    for (const read of reads(size)) {
      const name = `${read.name}, ${read.clients} at once`;
      note(`Measuring ${name}, of ${whole(size)}`);
      const runs = await measureRead(read, { ...context, token }).catch((error) => note(error.message) ?? []);
      // What fails, or fails under load, is said and not measured.
      if (runs.length === 0) rows.push([name, "Lintel", "", "failed", ...Array(5).fill("")]);
      for (const run of runs) {
        const costs = ["gateway", "service", "postgres"].map((process) => (run[`cpu_${process}`] === undefined ? "" : whole(run[`cpu_${process}`])));
        rows.push([name, run.what, run.what === "Lintel" ? whole(run.bytes) : "", whole(run.rate), milliseconds(run.p50), milliseconds(run.p99), ...costs]);
      }
    }
    const head = ["", "", "bytes", "requests/s", "p50 ms", "p99 ms", "gateway µs", "service µs", "PostgreSQL µs"];
    sections.push(`#### ${whole(size)} properties\n\n${table(head, rows)}`);
    sections.push(`Resident afterwards: ${["gateway", "portfolio"].map((name) => `${name} ${resident(programs[name]).toFixed(0)} MB`).join(", ")}.`);
  }
  note("Importing a CSV file");
  sections.push(await measureImport(context));
  return `### Thousands of properties\n\n${sections.join("\n\n")}`;
}

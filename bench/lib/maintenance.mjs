// Repairs and viewings: the list of 50 among 20,000 requests, the newest and by their next target, and a week of viewings, beside their
// SQL. The rows are loaded as the superuser into the landlord's organisation; what is measured goes through the public API.
import { randomUUID } from "node:crypto";
import { closedLoop, statementsAlone } from "./load.mjs";
import { landlord } from "./organisation.mjs";
import { costed } from "./processes.mjs";
import { pgbenchScript, recorded, scopeOf, superuserSql } from "./statements.mjs";
import { middle, milliseconds, table, whole } from "./table.mjs";

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 20_000);
const VIEWINGS = Number(process.env.BENCH_VIEWINGS ?? 2_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Math.max(1, Number(process.env.BENCH_SECONDS ?? 3) - 1);
const CLIENTS = 8;
const USER = "viewings_maintenance_app";
const TABLES = "maintenance_requests|maintenance_request_tenants|maintenance_attachments|viewings|vm_homes|vm_home_rooms|vm_tenants|vm_inspections|contractors";
/** How long a service may take to hear of a new property. */
const PATIENCE = 30_000;

/** A vacant home of the landlord's that viewings-maintenance knows. */
async function home(product, token) {
  const call = async (path, body) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": randomUUID() };
    const reply = await fetch(product + path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: reply.status, body: await reply.json() };
  };
  const house = {
    name: "Priory Gardens", address: "4 Priory Gardens, Leeds", postcode: "LS1 4AB", propertyType: "House", bedrooms: 3, bathrooms: 1,
    purchasePrice: "180000", currentValue: "", monthlyRent: "950", status: "Vacant",
  };
  const { body } = await call("/api/properties", house);
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const request = { propertyId: body.id, title: "Tap drips", description: "About once a second.", category: "Plumbing & leaks" };
    const added = await call("/api/maintenance-requests", request);
    if (added.status === 201) return body.id;
    if (Date.now() > deadline) throw new Error(`POST /api/maintenance-requests: ${added.status} ${JSON.stringify(added.body)}`);
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

/** Requests of two years in every state, and viewings of the weeks before and after today. */
export function load(database, organisation, property) {
  superuserSql(
    database,
    `INSERT INTO maintenance_requests (organisation_id, property_id, property_name, property_address, reported_by, title, description,
         category, priority, emergency, status, reported_at, counted_from, respond_by, fix_by, first_response_at, finished_at, updated_at)
     SELECT ${organisation}, ${property}, 'Priory Gardens', '4 Priory Gardens, Leeds, LS1 4AB', 1, 'Repair ' || number,
         'What is broken, in some words, number ' || number, 'Plumbing & leaks', priority, false, state, at, at, at + interval '1 day',
         at + interval '28 days', CASE WHEN state <> 'Open' THEN at + interval '3 hours' END,
         CASE WHEN state IN ('Completed', 'Cancelled') THEN at + interval '5 days' END, at
     FROM generate_series(1, ${REQUESTS}) AS number,
         LATERAL (SELECT (ARRAY['Completed', 'Completed', 'Completed', 'Open', 'In Progress', 'Cancelled'])[1 + number % 6] AS state,
             (ARRAY['High', 'Medium', 'Low'])[1 + number % 3] AS priority, now() - number * interval '50 minutes' AS at) AS one`,
    `INSERT INTO viewings (organisation_id, property_id, home_name, home_address, home_postcode, viewer_name, viewer_email, viewer_phone,
         viewing_date, viewing_time, starts_at, host_user_id, calendar_uid, token_nonce, token_hash, created_at, updated_at)
     SELECT ${organisation}, ${property}, 'Priory Gardens', '4 Priory Gardens, Leeds', 'LS1 4AB', 'Viewer ' || number,
         'viewer-' || number || '@example.com', '07700 900141', (at AT TIME ZONE 'Europe/London')::date,
         (at AT TIME ZONE 'Europe/London')::time, at, 1, gen_random_uuid(), sha256(('n' || number)::bytea),
         sha256(('v' || ${organisation} || '-' || number)::bytea), now(), now()
     FROM generate_series(1, ${VIEWINGS}) AS number,
         LATERAL (SELECT date_trunc('hour', now()) + (number - ${VIEWINGS} / 2) * interval '1 hour' AS at) AS one`,
    "VACUUM ANALYZE",
  );
}

async function measure({ product, database, programs, log }, token, name, path) {
  const url = product + path;
  const ask = async () => {
    const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
    return reply.text();
  };
  const answer = await ask();
  const ran = await recorded(database, log, USER, ask);
  const { gateway, "viewings-maintenance": service, postgres } = programs;
  const options = (from) => ({ program: database.pgbench, url: from, clients: CLIENTS, seconds: SECONDS });
  const systems = {
    Lintel: () => costed({ gateway, service, postgres }, () => closedLoop(url, [`Authorization: Bearer ${token}`], { connections: CLIENTS, seconds: SECONDS })),
    "SQL alone": () => costed({ postgres }, () => statementsAlone(pgbenchScript(ran, { tables: TABLES }), options(database.url))),
    "SQL in BEGIN, set_config, COMMIT": () =>
      costed({ postgres }, () => statementsAlone(pgbenchScript(ran, { tables: TABLES, scope: scopeOf(ran) }), options(database.appUrl))),
  };
  const runs = Object.fromEntries(Object.keys(systems).map((what) => [what, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [what, run] of Object.entries(systems)) runs[what].push(await run());
  }
  const rows = Object.entries(runs).map(([what, results]) => {
    const { rate, p50, p99, ...costs } = middle(results);
    const of = (process) => (costs[`cpu_${process}`] === undefined ? "" : whole(costs[`cpu_${process}`]));
    return [what, what === "Lintel" ? whole(answer.length) : "", whole(rate), milliseconds(p50), milliseconds(p99), of("gateway"), of("service"), of("postgres")];
  });
  const head = ["", "bytes", "requests/s", "p50 ms", "p99 ms", "gateway µs", "service µs", "PostgreSQL µs"];
  return `#### ${name}, ${CLIENTS} at once\n\n\`GET ${path}\`, ${JSON.parse(answer).length} rows\n\n${table(head, rows)}`;
}

/** Everything above, as Markdown. */
export async function measureMaintenance(context) {
  const { product, database, note } = context;
  note(`Loading ${whole(REQUESTS)} requests and ${whole(VIEWINGS)} viewings`);
  const { token, organisation } = await landlord(product);
  load(database, organisation, await home(product, token));
  const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const wanted = {
    [`The newest 50 of ${whole(REQUESTS)} requests`]: "/api/maintenance-requests?pageSize=50",
    [`The next 50 targets of ${whole(REQUESTS)} requests`]: "/api/maintenance-requests?sort=target&pageSize=50",
    [`A week of ${whole(VIEWINGS)} viewings`]: `/api/property-viewings?fromDate=${day(1)}&toDate=${day(7)}&pageSize=200`,
  };
  const measured = [];
  for (const [name, path] of Object.entries(wanted)) {
    note(`Measuring: ${name}`);
    measured.push(await measure(context, token, name, path));
  }
  return `### Repairs and viewings\n\n${measured.join("\n\n")}`;
}

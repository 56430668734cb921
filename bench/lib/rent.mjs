// Rent: the statement of ten years, what the tenants of 5,000 tenancies owe as of a day, and receipts, beside their SQL. The rows are loaded
// as the superuser into the landlord's organisation; what is measured goes through the public API.
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { closedLoop, statementsAlone } from "./load.mjs";
import { landlord } from "./organisation.mjs";
import { post } from "./post.mjs";
import { costed } from "./processes.mjs";
import { pgbenchScript, recorded, scopeOf, superuserSql, timed } from "./statements.mjs";
import { middle, milliseconds, table, whole } from "./table.mjs";

const TENANCIES = Number(process.env.BENCH_TENANCIES ?? 5_000);
const RECEIPTS = Number(process.env.BENCH_RECEIPTS ?? 400);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Math.max(1, Number(process.env.BENCH_SECONDS ?? 3) - 1);
const CLIENTS = 8;
const USER = "tenancy_applications_app";
const TABLES = "ledgers|ledger_entries|rent_changes|tenancies|tenants|organisation_names";
/** Months of rent of the first tenancy, and of every other. */
const MONTHS = { first: 120, others: 24 };
/** Receipts are written to so many tenancies in turn, so that no ledger grows full. */
const PAYERS = 200;

const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Tenancies of one tenant each with rent due on the first of the month and paid on the third; every seventh tenant has not paid for up to a
 * year. The job has nothing to do for them today. Gives the ids of the tenants, the one of ten years first.
 */
export function load(database, organisation) {
  superuserSql(
    database,
    `INSERT INTO tenancies (organisation_id, property_id, home_name, home_address, home_postcode, start_date, rent, state, created_at,
         updated_at)
     SELECT ${organisation}, 10000000 + number, 'Home ' || number, number || ' High Street, Leeds', 'LS1 4AB',
         (date_trunc('month', now()) - months * interval '1 month')::date, 950, 'Active', now(), now()
     FROM generate_series(1, ${TENANCIES}) AS number,
         LATERAL (SELECT CASE number WHEN 1 THEN ${MONTHS.first} ELSE ${MONTHS.others} END AS months) AS since`,
    `INSERT INTO tenants (organisation_id, tenancy_id, name, email, phone, share, created_at)
     SELECT organisation_id, tenancy_id, 'Tenant ' || tenancy_id, 'tenant-' || tenancy_id || '@example.com', '07700 900141', 950, now()
     FROM tenancies WHERE organisation_id = ${organisation} ORDER BY tenancy_id`,
    `INSERT INTO ledgers (organisation_id, tenancy_id, period, due_day, first_day, pro_rata, first_rent, next_due, looked_on, mailed_on)
     SELECT organisation_id, tenancy_id, 'monthly', 1, start_date, 'days-of-year', 950,
         (date_trunc('month', now()) + interval '1 month')::date, now()::date, now()::date
     FROM tenancies WHERE organisation_id = ${organisation}`,
    `INSERT INTO ledger_entries (organisation_id, tenancy_id, tenant_id, kind, amount, effect, entry_date, method, reference, period_start,
         period_end, actor, created_at)
     SELECT organisation_id, tenancy_id, tenant_id, kind, 950, CASE kind WHEN 'charge' THEN 950 ELSE -950 END,
         CASE kind WHEN 'charge' THEN month ELSE month + 2 END, CASE kind WHEN 'receipt' THEN 'standing-order' END,
         CASE kind WHEN 'receipt' THEN 'RENT ' || tenant_id END, CASE kind WHEN 'charge' THEN month END,
         CASE kind WHEN 'charge' THEN (month + interval '1 month')::date - 1 END,
         CASE kind WHEN 'charge' THEN 'Lintel' ELSE 'Landlord' END, month
     FROM tenancies JOIN tenants USING (organisation_id, tenancy_id),
         LATERAL (SELECT month::date FROM generate_series(start_date, now()::date, interval '1 month') AS month) AS months,
         unnest(ARRAY['charge', 'receipt']) AS kind
     WHERE organisation_id = ${organisation} AND (kind = 'charge' OR month + 2 <= now()::date AND (tenant_id % 7 > 0
         OR month < now()::date - (30 + tenant_id % 330)::integer))
     ORDER BY month, tenant_id, kind`,
    "VACUUM ANALYZE",
  );
  const ids = `SELECT tenant_id FROM tenants WHERE organisation_id = ${organisation} ORDER BY tenancy_id LIMIT ${PAYERS}`;
  return superuserSql(database, ids).split("\n").map(Number);
}

async function measureRead({ product, database, programs, log }, token, name, path) {
  const url = product + path;
  const ask = async () => {
    const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
    return reply.arrayBuffer();
  };
  const { byteLength: bytes } = await ask();
  const ran = await recorded(database, log, USER, ask);
  const { gateway, "tenancy-applications": service, postgres } = programs;
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
    return [what, what === "Lintel" ? whole(bytes) : "", whole(rate), milliseconds(p50), milliseconds(p99), of("gateway"), of("service"), of("postgres")];
  });
  const head = ["", "bytes", "requests/s", "p50 ms", "p99 ms", "gateway µs", "service µs", "PostgreSQL µs"];
  return `#### ${name}, ${CLIENTS} at once\n\n\`GET ${path}\`\n\n${table(head, rows)}`;
}

/** Writes as many receipts as are wanted, so many at once and to the tenants in turn, and gives how long each took in milliseconds. */
async function receiveAll({ product }, token, tenants, clients) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const took = [];
  let left = RECEIPTS;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const path = `/api/tenants/${tenants[left % tenants.length]}/ledger`;
      const receipt = { kind: "receipt", amount: "9.50", date: day(0), method: "bank-transfer", reference: "RENT" };
      const headers = { authorization: `Bearer ${token}`, "idempotency-key": randomUUID() };
      const reply = await post(product + path, agent, receipt, headers);
      if (reply.status !== 201) throw new Error(`POST ${path}: ${reply.status}`);
      took.push(reply.took);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  took.sort((a, b) => a - b);
  const at = (share) => took[Math.min(took.length - 1, Math.floor(took.length * share))];
  return { rate: (took.length / (performance.now() - began)) * 1000, p50: at(0.5), p99: at(0.99) };
}

async function measureReceipts(context, token, tenants) {
  const { database, log } = context;
  await receiveAll(context, token, tenants, CLIENTS);
  const rows = [];
  for (const clients of [1, CLIENTS]) {
    const { rate, p50, p99 } = await receiveAll(context, token, tenants, clients);
    rows.push([`Lintel, ${clients} at once`, whole(rate), milliseconds(p50), milliseconds(p99)]);
  }
  const { took, rounds } = await timed(database, log, USER, () => receiveAll(context, token, tenants, 1));
  const sql = `Of one receipt PostgreSQL says that its statements took ${milliseconds(took / RECEIPTS)} ms, the commit on disk among them, in ${whole(rounds / RECEIPTS)} parses, bindings and executions.`;
  return `#### One receipt\n\n\`POST /api/tenants/{id}/ledger\`\n\n${table(["", "a second", "p50 ms", "p99 ms"], rows)}\n\n${sql}`;
}

/** Everything above, as Markdown. */
export async function measureRent(context) {
  const { product, database, note } = context;
  note(`Loading ${whole(TENANCIES)} tenancies with their ledgers`);
  const { token, organisation } = await landlord(product);
  const [first, ...payers] = load(database, organisation);
  // It took longer than the gateway keeps idle connections, and node heard nothing meanwhile: it hears now that they are closed.
  await setTimeout(50);
  const wanted = {
    "A statement of ten years as CSV": `/api/tenants/${first}/statement?format=csv`,
    "A statement of ten years as PDF": `/api/tenants/${first}/statement?format=pdf`,
    [`The first 50 in arrears of ${whole(TENANCIES)} tenancies, as of three months ago`]: `/api/arrears?asOf=${day(-90)}&pageSize=50`,
  };
  const measured = [];
  for (const [name, path] of Object.entries(wanted)) {
    note(`Measuring: ${name}`);
    measured.push(await measureRead(context, token, name, path));
  }
  note("Measuring receipts");
  measured.push(await measureReceipts(context, token, payers));
  return `### Rent\n\n${measured.join("\n\n")}`;
}

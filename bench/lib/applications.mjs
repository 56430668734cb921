// Applications to rent: the list of 50 among 5,000, and submitting one, beside their SQL. The rows are loaded as the superuser into the
// landlord's organisation; what is measured goes through the public API.
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { closedLoop, statementsAlone } from "./load.mjs";
import { landlord } from "./organisation.mjs";
import { post } from "./post.mjs";
import { costed } from "./processes.mjs";
import { pgbenchScript, recorded, scopeOf, superuserSql, timed } from "./statements.mjs";
import { middle, milliseconds, table, whole } from "./table.mjs";

const STORED = Number(process.env.BENCH_APPLICATIONS ?? 5_000);
const SUBMITTED = Number(process.env.BENCH_SUBMISSIONS ?? 300);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Math.max(1, Number(process.env.BENCH_SECONDS ?? 3) - 1);
const CLIENTS = 8;
const USER = "tenancy_applications_app";
/** How long a service may take to hear of a new property. */
const PATIENCE = 30_000;

async function call(product, token, method, path, body) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": randomUUID() };
  const reply = await fetch(product + path, { method, headers, body: body && JSON.stringify(body) });
  return { status: reply.status, body: await reply.json() };
}

/** A vacant home of the landlord's, and the token of a link to apply for it. */
async function invited(product, token) {
  const house = {
    name: "Priory Gardens", address: "4 Priory Gardens, Leeds", postcode: "LS1 4AB", propertyType: "House", bedrooms: 3, bathrooms: 1,
    purchasePrice: "180000", currentValue: "", monthlyRent: "950", status: "Vacant",
  };
  const { body } = await call(product, token, "POST", "/api/properties", house);
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const invite = await call(product, token, "POST", "/api/invites", { propertyId: body.id });
    if (invite.status === 201) return { property: body.id, invite: invite.body.url.split("=").at(-1) };
    if (Date.now() > deadline) throw new Error(`POST /api/invites: ${invite.status} ${JSON.stringify(invite.body)}`);
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

/** Applications in every state, each with both references asked for. */
export function load(database, organisation, property, count) {
  superuserSql(
    database,
    `INSERT INTO applications (organisation_id, property_id, property_name, property_address, home_rent, name, email, phone, address,
         employment_status, employer_name, employer_phone, employer_email, position, monthly_income, guarantor_name, guarantor_phone,
         guarantor_email, guarantor_relationship, status, current_step, rejection_reason, rejected_at, token_nonce, token_hash, created_at, updated_at)
     SELECT ${organisation}, ${property}, 'Priory Gardens', '4 Priory Gardens, Leeds, LS1 4AB', 950, 'Applicant ' || number,
         'applicant-' || number || '@example.com', '07700 900141', '8 Hollow Lane, Sheffield', 'full-time', 'Northern Rail Works',
         '0114 496 0320', 'people-' || number || '@example.com', 'Engineer', 2000 + number % 3000, 'Guarantor ' || number, '07700 900733',
         'guarantor-' || number || '@example.com', 'parent', state, greatest(array_position(states, state), 1),
         CASE state WHEN 'Rejected' THEN 'The home was let to somebody else' END, CASE state WHEN 'Rejected' THEN at END,
         sha256(('n' || number)::bytea), sha256(('h' || ${organisation} || '-' || number)::bytea), at, at
     FROM generate_series(1, ${count}) AS number,
         LATERAL (SELECT ARRAY['Submitted', 'Documents Required', 'Background Check', 'Reference Check', 'Rejected'] AS states) AS all_states,
         LATERAL (SELECT states[1 + number % 5] AS state, now() - number * interval '1 minute' AS at) AS one`,
    `INSERT INTO reference_requests (organisation_id, application_id, kind, email, email_key, token_hash, sent_at, expires_at)
     SELECT organisation_id, application_id, kind, email, email, sha256((kind || application_id)::bytea), created_at, created_at + interval '14 days'
     FROM applications, unnest(ARRAY['guarantor', 'employer']) AS kind WHERE organisation_id = ${organisation}`,
    "VACUUM ANALYZE",
  );
}

async function measureList(context, token) {
  const { product, database, programs, log } = context;
  const url = `${product}/api/tenant-applications?pageSize=50`;
  const ask = async () => {
    const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
    return reply.text();
  };
  const { length: bytes } = await ask();
  const ran = await recorded(database, log, USER, ask);
  const { gateway, "tenancy-applications": service, postgres } = programs;
  const options = (from) => ({ program: database.pgbench, url: from, clients: CLIENTS, seconds: SECONDS });
  const tables = "applications|reference_requests|application_documents|tenants|tenancies|homes|invites";
  const systems = {
    Lintel: () => costed({ gateway, service, postgres }, () => closedLoop(url, [`Authorization: Bearer ${token}`], { connections: CLIENTS, seconds: SECONDS })),
    "SQL alone": () => costed({ postgres }, () => statementsAlone(pgbenchScript(ran, { tables }), options(database.url))),
    "SQL in BEGIN, set_config, COMMIT": () =>
      costed({ postgres }, () => statementsAlone(pgbenchScript(ran, { tables, scope: scopeOf(ran) }), options(database.appUrl))),
  };
  const runs = Object.fromEntries(Object.keys(systems).map((what) => [what, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [what, run] of Object.entries(systems)) runs[what].push(await run());
  }
  const rows = Object.entries(runs).map(([what, results]) => {
    const { rate, p50, p99, ...costs } = middle(results);
    const of = (name) => (costs[`cpu_${name}`] === undefined ? "" : whole(costs[`cpu_${name}`]));
    return [what, what === "Lintel" ? whole(bytes) : "", whole(rate), milliseconds(p50), milliseconds(p99), of("gateway"), of("service"), of("postgres")];
  });
  const head = ["", "bytes", "requests/s", "p50 ms", "p99 ms", "gateway µs", "service µs", "PostgreSQL µs"];
  return `#### 50 of ${whole(STORED)} applications, ${CLIENTS} at once\n\n\`GET /api/tenant-applications?pageSize=50\`\n\n${table(head, rows)}`;
}

/** Submits as many as are wanted, so many at once, and gives how long each took in milliseconds. */
async function submitAll({ product }, { property, invite }, clients) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const took = [];
  let left = SUBMITTED;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const who = randomUUID();
      const form = {
        invite, name: "Amara Diallo", email: `applicant-${who}@example.com`, phone: "07700 900141", address: "8 Hollow Lane, Sheffield",
        propertyId: String(property), employmentStatus: "full-time", employerName: "Northern Rail Works", employerPhone: "0114 496 0320",
        employerEmail: `employer-${who}@example.com`, position: "Signalling engineer", monthlyIncome: "3,400", guarantorName: "Ibrahim Diallo",
        guarantorPhone: "07700 900733", guarantorEmail: `guarantor-${who}@example.com`, guarantorRelationship: "parent",
        moveInDate: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10), additionalNotes: "",
      };
      const reply = await post(`${product}/api/tenant-signup`, agent, form, { "idempotency-key": randomUUID() });
      if (reply.status !== 201) throw new Error(`POST /api/tenant-signup: ${reply.status}`);
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

async function measureSubmission(context, home) {
  const { database, log } = context;
  await submitAll(context, home, CLIENTS);
  const rows = [];
  for (const clients of [1, CLIENTS]) {
    const { rate, p50, p99 } = await submitAll(context, home, clients);
    rows.push([`Lintel, ${clients} at once`, whole(rate), milliseconds(p50), milliseconds(p99)]);
  }
  const { took, rounds } = await timed(database, log, USER, () => submitAll(context, home, 1));
  const sql = `Of one submission PostgreSQL says that its statements took ${milliseconds(took / SUBMITTED)} ms, the commit on disk among them, in ${whole(rounds / SUBMITTED)} parses, bindings and executions.`;
  return `#### One application submitted by its link\n\n\`POST /api/tenant-signup\`\n\n${table(["", "a second", "p50 ms", "p99 ms"], rows)}\n\n${sql}`;
}

/** Everything above, as Markdown. */
export async function measureApplications(context) {
  const { product, database, note } = context;
  note(`Loading ${whole(STORED)} applications`);
  const { token, organisation } = await landlord(product);
  const home = await invited(product, token);
  load(database, organisation, home.property, STORED);
  note("Measuring the list of applications");
  const list = await measureList(context, token);
  note("Measuring submissions");
  return `### Applications\n\n${list}\n\n${await measureSubmission(context, home)}`;
}

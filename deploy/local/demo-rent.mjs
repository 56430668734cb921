// The demo's rent: a year of charges and receipts, two tenants in arrears, deposits, documents that were given, and a file of the
// bank with money to sort.
import { inDays } from "./demo-compliance.mjs";
import { certificatePdf } from "./demo-pictures.mjs";

/** Who owes: the last charges that were not paid, and what came of the oldest of them. */
const OWING = { "Tomasz Nowak": { charges: 1, came: "200.00" }, "Sofia Marchetti": { charges: 2 } };
/** Whose deposit came the other day and is not protected yet. */
const UNPROTECTED = "Mei Tanaka";
/** Whose payment of the last charge is only in the bank's file. */
const IN_THE_BANK = ["Jamal Reid", "Hannah Fairweather"];

/** The first of the month a year ago, or the tenancy's first day if that is later. */
function firstDay(leaseStart) {
  const [year, month] = inDays(0).split("-").map(Number);
  const yearAgo = `${year - 1}-${String(month).padStart(2, "0")}-01`;
  return leaseStart > yearAgo ? leaseStart : yearAgo;
}

/** A day between the first and the fourth day after a due day, by the tenant, and not after today. */
function paidOn(due, tenantId) {
  const day = new Date(`${due}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + (tenantId % 4));
  const text = day.toISOString().slice(0, 10);
  return text < inDays(0) ? text : inDays(0);
}

/** Pays what was charged, but for what a tenant still owes. */
async function pay(landlord, tenant, entries) {
  const charges = entries.filter(({ kind }) => kind === "charge");
  const owing = OWING[tenant.name] ?? { charges: IN_THE_BANK.includes(tenant.name) ? 1 : 0 };
  const paid = charges.slice(0, charges.length - owing.charges);
  const receive = (charge, amount) =>
    landlord.write(`Recording a payment of ${tenant.name}`, `/api/tenants/${tenant.id}/ledger`, {
      kind: "receipt", amount, date: paidOn(charge.date, tenant.id), method: "standing-order", reference: `RENT ${tenant.name.toUpperCase()}`,
    });
  for (const charge of paid) await receive(charge, charge.amount);
  if (owing.came) await receive(charges[paid.length], owing.came);
}

/** Five weeks' rent in whole pounds, which is at most what a deposit may be. */
const depositOf = (rent) => Math.floor((rent * 12 * 5) / 52);

async function deposit(landlord, tenant, rent) {
  const fresh = tenant.name === UNPROTECTED;
  const receivedDate = fresh ? inDays(-12) : tenant.leaseStart;
  const protection = { scheme: "DPS", schemeReference: `DPS-${40_000_000 + tenant.id}`, protectedDate: receivedDate, informationDate: receivedDate };
  await landlord.put(`Recording the deposit of ${tenant.name}`, `/api/tenants/${tenant.id}/deposit`, {
    amount: `${depositOf(rent)}.00`, receivedDate, ...(fresh ? {} : protection),
  });
}

/** The papers that the law has the tenants given, each on its last day or today. */
async function papers(landlord, tenant) {
  const path = `/api/tenants/${tenant.id}`;
  const owed = (await landlord.read(`Reading what ${tenant.name} is to be given`, `${path}/duties`)).papers;
  for (const { paper, dueDate } of owed.filter((one) => one.dueDate !== null && one.deliveryDate === null && one.signingDate === null)) {
    const deliveryDate = dueDate < inDays(0) ? dueDate : inDays(0);
    await landlord.put(`Recording what ${tenant.name} was given`, `${path}/papers`, { paper, deliveryDate });
  }
}

async function give(landlord, tenant, kind, title) {
  const form = new FormData();
  form.append("kind", kind);
  form.append("title", title);
  form.append("file", new Blob([certificatePdf(title, [`For ${tenant.name}`])], { type: "application/pdf" }), `${kind}.pdf`);
  await landlord.write(`Giving ${tenant.name} a document`, `/api/tenants/${tenant.id}/documents`, form);
}

/** A bank's CSV file: payments that can be told by name, one that can be told by its sum, and one that is no rent. */
function bankFile(payments) {
  const day = (text) => text.split("-").reverse().join("/");
  const lines = payments.map(({ name, amount }) => `${day(inDays(-1))},RENT ${name.toUpperCase()},${amount}`);
  return ["Date,Description,Amount", ...lines, `${day(inDays(-3))},HMRC REFUND,118.40`, `${day(inDays(-2))},CASH PAID IN,575.00`, ""].join("\r\n");
}

/** Charges rent where none is charged yet, with all that belongs to it. Says in how many tenancies. */
export async function addRent(landlord) {
  const all = await landlord.read("Reading the tenants", "/api/tenants");
  for (const tenant of all.filter(({ leaseStatus }) => leaseStatus !== "Ended")) await papers(landlord, tenant);
  const tenants = all.filter(({ leaseStatus }) => leaseStatus === "Active");
  const seen = new Set();
  const waiting = [];
  let added = 0;
  for (const tenant of tenants) {
    const path = `/api/tenants/${tenant.id}/ledger`;
    const isFirst = !seen.has(tenant.tenancyId);
    seen.add(tenant.tenancyId);
    const before = await landlord.read(`Reading the rent of ${tenant.name}`, path);
    if (before.entries.some(({ kind }) => kind === "receipt")) continue;
    if (before.terms === null) {
      await landlord.write(`Charging the rent of ${tenant.name}`, `/api/tenants/${tenant.id}/rent`, {
        period: "monthly", dueDay: 1, firstDay: firstDay(tenant.leaseStart), proRata: "days-of-year",
      });
    }
    const { entries } = await landlord.read(`Reading the rent of ${tenant.name}`, path);
    await pay(landlord, tenant, entries);
    if (IN_THE_BANK.includes(tenant.name)) waiting.push({ name: tenant.name, amount: entries.findLast(({ kind }) => kind === "charge").amount });
    if (!isFirst) continue;
    added += 1;
    const shares = tenants.filter(({ tenancyId }) => tenancyId === tenant.tenancyId).map(({ rentAmount }) => Number(rentAmount));
    await deposit(landlord, tenant, shares.reduce((sum, share) => sum + share, 0));
    await give(landlord, tenant, "gasSafety", "Gas safety record");
    await give(landlord, tenant, "electricalSafety", "Electrical installation report");
  }
  if (waiting.length > 0) {
    const form = new FormData();
    form.append("file", new Blob([bankFile(waiting)], { type: "text/csv" }), "statement.csv");
    await landlord.write("Reading a file of the bank", "/api/bank-statements", form);
  }
  return added;
}

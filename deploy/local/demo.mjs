// `make demo`: fills the running installation through its HTTP API, as a person would: sign up, read the mail,
// follow the link, log in, add twelve properties with their certificates and inspections, and sell three more. A second run finds
// everything there and changes nothing.
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CERTIFICATES, DONE, inDays, PLANNED, RENEWED } from "./demo-compliance.mjs";
import { certificatePdf, dampPhoto, housePhoto } from "./demo-pictures.mjs";
import { LANDLORD, PROPERTIES } from "./demo-portfolio.mjs";
import { SOLD } from "./demo-sales.mjs";

const state = resolve(process.env.LINTEL_STATE_DIR || ".lintel");
const passwordFile = join(state, "demo-password");

/** Something that the person can act upon; anything else is a fault and keeps its stack. */
class Refusal extends Error {}

function runningInstallation() {
  const file = join(state, "running.json");
  if (!existsSync(file)) throw new Refusal("Lintel is not running here. Start it with `make run` and try again.");
  return JSON.parse(readFileSync(file, "utf8"));
}

/** A call of the API; a refusal is an answer, no answer is a Refusal. */
async function call(base, method, path, { body, token, key } = {}) {
  const headers = { accept: "application/json" };
  // A form says by itself what it is.
  const form = body instanceof FormData;
  if (body && !form) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  if (key) headers["idempotency-key"] = key;
  const request = { method, headers, body: form ? body : body && JSON.stringify(body), signal: AbortSignal.timeout(20_000) };
  const reply = await fetch(new URL(path, base), request).catch(() => {
    throw new Refusal(`Lintel does not answer at ${base}. Start it with \`make run\` and try again.`);
  });
  const text = await reply.text();
  return { status: reply.status, body: text && reply.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text };
}

/** The body of a successful reply; anything else ends the demo with what the server said. */
async function expect(what, reply) {
  const { status, body } = await reply;
  if (status >= 200 && status < 300) return body;
  const fields = body?.errors ? ` ${JSON.stringify(body.errors)}` : "";
  throw new Refusal(`${what}: ${status} ${body?.detail ?? body}${fields}`);
}

/** The token of the newest verification mail to the address, read from the inbox of this installation. */
async function tokenFromMail(inbox, address) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const mails = await (await fetch(new URL("/email", inbox))).json();
    const mail = mails.findLast(({ to }) => to.some((person) => person.address === address));
    const token = /\/verify-email\?token=([^\s"&<]+)/.exec(mail?.text ?? "")?.[1];
    if (token) return decodeURIComponent(token);
    await new Promise((wake) => setTimeout(wake, 250));
  }
  throw new Refusal("The verification mail did not arrive within a minute; see logs/notifications.log in the state folder.");
}

/** Follows the link of the verification mail; without a mail transport the sign-up's reply held the code. */
async function verify({ url, inbox }, code) {
  if (!code && !inbox) {
    throw new Refusal("Mail leaves this installation (LINTEL_SMTP_URL), so the demo cannot read the verification mail.");
  }
  const [path, body] = code
    ? ["/api/auth/verify-manual", { code }]
    : ["/api/auth/verify-email", { token: await tokenFromMail(inbox, LANDLORD.email) }];
  await expect("Verifying", call(url, "POST", path, { body, key: randomUUID() }));
}

async function signUp(installation, password) {
  const account = { ...LANDLORD, password };
  const reply = await call(installation.url, "POST", "/api/auth/signup", { body: account, key: randomUUID() });
  if (reply.status === 409) {
    throw new Refusal(`${LANDLORD.email} has an account here already, made by somebody else than this command.`);
  }
  const { verificationCode } = await expect("Signing up", reply);
  await verify(installation, verificationCode);
}

/** The token of a sign-in; makes the account, or verifies one that an interrupted run left unverified. */
async function signIn(installation, password) {
  const logIn = () =>
    call(installation.url, "POST", "/api/auth/login", { body: { email: LANDLORD.email, password } });
  let reply = await logIn();
  if (reply.status === 401) await signUp(installation, password);
  if (reply.status === 403) await verify(installation);
  if (reply.status === 401 || reply.status === 403) reply = await logIn();
  return (await expect("Logging in", reply)).token;
}

/** Not one password for all: an installation may be reachable by others. Kept before it is used, so that a run that was
 * interrupted can be finished. */
function ownPassword() {
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, `beam-${randomBytes(6).toString("hex")}`, { mode: 0o600 });
  return readFileSync(passwordFile, "utf8");
}

/** The calls of a signed-in landlord. */
class Landlord {
  constructor(base, token) {
    this.base = base;
    this.token = token;
  }

  read(what, path) {
    return expect(what, call(this.base, "GET", path, { token: this.token }));
  }

  /** A change, sent once under a name of its own. */
  write(what, path, body) {
    return expect(what, call(this.base, "POST", path, { body, token: this.token, key: randomUUID() }));
  }

  /** Uploads bytes and gives their address. */
  async upload(what, path, name, type, bytes) {
    const form = new FormData();
    form.append("file", new Blob([bytes], { type }), name);
    return (await this.write(what, path, form)).url;
  }
}

/** One property in so many has no photo, so that both kinds of card are seen. */
const WITHOUT_PHOTO = 6;

/** The photos of a property of ours, by its number: one, or none. */
async function photosOf(landlord, property, number) {
  if (number % WITHOUT_PHOTO === 0) return [];
  const picture = housePhoto(number, property.propertyType);
  return [await landlord.upload(`Uploading a picture of ${property.name}`, "/api/upload", "house.png", "image/png", picture)];
}

/** Adds the properties that are not there yet. Says how many, and gives all ids by name. */
async function addProperties(landlord) {
  const present = await landlord.read("Reading the portfolio", "/api/properties");
  const ids = new Map(present.map(({ id, name }) => [name, id]));
  // Lists show the newest first, so the first of ours is added last.
  const absent = PROPERTIES.filter(({ name }) => !ids.has(name)).reverse();
  for (const property of absent) {
    const photos = await photosOf(landlord, property, PROPERTIES.indexOf(property) + 1);
    const added = await landlord.write(`Adding ${property.name}`, "/api/properties", { ...property, photos });
    ids.set(added.name, added.id);
  }
  return { added: absent.length, ids };
}

/** Sells the properties that are not sold yet; one that an interrupted run added and did not sell is sold. Says how many. */
async function sellProperties(landlord, ids) {
  const present = await landlord.read("Reading the sold properties", "/api/sold-properties");
  const has = new Set(present.map(({ name }) => name));
  const unsold = SOLD.filter(({ property }) => !has.has(property.name));
  for (const { property, sale } of unsold) {
    const { name } = property;
    let id = ids.get(name);
    if (id === undefined) {
      const photos = await photosOf(landlord, property, PROPERTIES.length + SOLD.findIndex((each) => each.property === property) + 1);
      ({ id } = await landlord.write(`Adding ${name}`, "/api/properties", { ...property, photos }));
    }
    const { purchasePrice, purchaseDate } = property;
    await landlord.write(`Selling ${name}`, `/api/properties/${id}/sell`, { purchasePrice, purchaseDate, ...sale });
  }
  return unsold.length;
}

/** Adds the certificates that are not there yet, each with a document, and renews what was renewed. Says how many. */
async function addCertificates(landlord, ids) {
  const present = await landlord.read("Reading the certificates", "/api/property-certificates?history=true");
  const has = new Set(present.map(({ propertyId, certificateType }) => `${propertyId} ${certificateType}`));
  let added = 0;
  const document = (name, certificateType, expiryDate) =>
    landlord.upload(
      `Uploading the ${certificateType} of ${name}`,
      "/api/upload?kind=document",
      "certificate.pdf",
      "application/pdf",
      certificatePdf(certificateType, [`Property: ${name}`, `Valid to and including: ${expiryDate}`]),
    );
  for (const [name, certificates] of Object.entries(CERTIFICATES)) {
    for (const [certificateType, days, notes] of certificates) {
      if (has.has(`${ids.get(name)} ${certificateType}`)) continue;
      const expiryDate = inDays(days);
      const certificateUrl = await document(name, certificateType, expiryDate);
      const body = { propertyId: ids.get(name), certificateType, expiryDate, certificateUrl, notes };
      await landlord.write(`Adding the ${certificateType} of ${name}`, "/api/property-certificates", body);
      added += 1;
    }
  }
  for (const [name, certificateType, expired, issued] of RENEWED) {
    if (has.has(`${ids.get(name)} ${certificateType}`)) continue;
    const body = { propertyId: ids.get(name), certificateType, expiryDate: inDays(expired) };
    const old = await landlord.write(`Adding the ${certificateType} of ${name}`, "/api/property-certificates", body);
    const path = `/api/property-certificates/${old.id}/renew`;
    await landlord.write(`Renewing the ${certificateType} of ${name}`, path, { issueDate: inDays(issued) });
    added += 1;
  }
  return added;
}

/** Plans the inspections that are not there yet, and notes what those showed that were done. Says how many. */
async function addInspections(landlord, ids) {
  const present = await landlord.read("Reading the inspections", "/api/property-inspections");
  const own = present.filter(({ automatic }) => !automatic);
  const has = (name, done) =>
    own.some(({ propertyId, status }) => propertyId === ids.get(name) && (status === "Completed") === done);
  const plan = (name, inspectionDate, inspectionTime, notes) =>
    landlord.write(`Planning an inspection of ${name}`, "/api/property-inspections", {
      propertyId: ids.get(name), inspectionDate, inspectionTime, notes,
    });
  let added = 0;
  for (const [name, [days, time, notes]] of Object.entries(PLANNED)) {
    if (has(name, false)) continue;
    await plan(name, inDays(days), time, notes);
    added += 1;
  }
  for (const [name, [ago, issuesFound, actionRequired, pictures]] of Object.entries(DONE)) {
    if (has(name, true)) continue;
    // One that an interrupted run planned and did not finish is finished.
    const open = own.find(({ propertyId, status }) => propertyId === ids.get(name) && status === "Scheduled");
    const { id } = open ?? (await plan(name, inDays(-ago), "10:00", null));
    const mediaFiles = [];
    for (let number = 1; number <= pictures; number += 1) {
      mediaFiles.push(
        await landlord.upload(`Uploading a picture of ${name}`, "/api/upload", "wall.png", "image/png", dampPhoto(id + number)),
      );
    }
    const completedAt = `${inDays(-ago)}T11:00:00Z`;
    await landlord.write(`Completing the inspection of ${name}`, `/api/property-inspections/${id}/complete`, {
      issuesFound, actionRequired, mediaFiles, completedAt,
    });
    added += 1;
  }
  return added;
}

async function main() {
  const installation = runningInstallation();
  const password = ownPassword();
  const landlord = new Landlord(installation.url, await signIn(installation, password));

  const { added, ids } = await addProperties(landlord);
  const sold = await sellProperties(landlord, ids);
  const certificates = await addCertificates(landlord, ids);
  const inspections = await addInspections(landlord, ids);
  console.log(
    added + sold + certificates + inspections
      ? `Added ${added} properties, ${certificates} certificates and ${inspections} inspections for ${LANDLORD.name}, and sold ${sold} more.`
      : "The demo is there already; nothing was changed.",
  );
  console.log(`Sign in at ${installation.publicUrl} as ${LANDLORD.email} with the password ${password}`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exit(1);
}

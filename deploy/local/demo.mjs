// `make demo`: fills the running installation through its HTTP API, as a person would: sign up, read the mail,
// follow the link, log in, add twelve properties with their certificates and inspections, and sell three more. A second run finds
// everything there and changes nothing.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addAgreements } from "./demo-agreement.mjs";
import { Account, call, expect, Refusal, runningInstallation, state, tokenFromMail } from "./demo-api.mjs";
import { CERTIFICATES, DONE, inDays, PLANNED, RENEWED } from "./demo-compliance.mjs";
import { addApplications, addTenants } from "./demo-letting.mjs";
import { certificatePdf, dampPhoto, housePhoto } from "./demo-pictures.mjs";
import { LANDLORD, PROPERTIES } from "./demo-portfolio.mjs";
import { SOLD } from "./demo-sales.mjs";
import { addRent } from "./demo-rent.mjs";
import { addListings } from "./demo-search.mjs";
import { TENANT } from "./demo-tenancies.mjs";
import { addRepairs, addReports, addViewings } from "./demo-working.mjs";

const passwordFile = join(state, "demo-password");

/** Follows the link of the verification mail; without a mail transport the sign-up's reply held the code. */
async function verify({ url, inbox }, email, code) {
  if (!code && !inbox) {
    throw new Refusal("Mail leaves this installation (LINTEL_SMTP_URL), so the demo cannot read the verification mail.");
  }
  const [path, body] = code
    ? ["/api/auth/verify-manual", { code }]
    : ["/api/auth/verify-email", { token: await tokenFromMail(inbox, email, "/verify-email?token=") }];
  await expect("Verifying", call(url, "POST", path, { body }));
}

async function signUp(installation, person, password) {
  const account = { ...person, password };
  const reply = await call(installation.url, "POST", "/api/auth/signup", { body: account });
  if (reply.status === 409) {
    throw new Refusal(`${person.email} has an account here already, made by somebody else than this command.`);
  }
  const { verificationCode } = await expect("Signing up", reply);
  await verify(installation, person.email, verificationCode);
}

/** The token of a sign-in; makes the account, or verifies one that an interrupted run left unverified. */
async function signIn(installation, person, password) {
  const logIn = () =>
    call(installation.url, "POST", "/api/auth/login", { body: { email: person.email, password } });
  let reply = await logIn();
  if (reply.status === 401) await signUp(installation, person, password);
  if (reply.status === 403) await verify(installation, person.email);
  if (reply.status === 401 || reply.status === 403) reply = await logIn();
  return (await expect("Logging in", reply)).token;
}

/** Not one password for all: an installation may be reachable by others. Kept before it is used, so that a run that was
 * interrupted can be finished. */
function ownPassword() {
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, `beam-${randomBytes(6).toString("hex")}`, { mode: 0o600 });
  return readFileSync(passwordFile, "utf8");
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
      issuesFound, actionRequired, mediaFiles, completedAt, nothingFound: issuesFound === null,
    });
    added += 1;
  }
  return added;
}

async function main() {
  const installation = runningInstallation();
  const password = ownPassword();
  const landlord = new Account(installation.url, await signIn(installation, LANDLORD, password));

  const { added, ids } = await addProperties(landlord);
  const sold = await sellProperties(landlord, ids);
  const certificates = await addCertificates(landlord, ids);
  const inspections = await addInspections(landlord, ids);
  const tenants = await addTenants(landlord, ids);
  const applications = await addApplications(installation, landlord, ids);
  const rents = await addRent(landlord);
  const agreements = await addAgreements(installation, landlord);
  // The account whose portal shows its home.
  const tenant = new Account(installation.url, await signIn(installation, TENANT, password));
  const viewings = await addViewings(landlord, ids);
  const repairs = (await addRepairs(landlord, ids)) + (await addReports(tenant));
  const listings = await addListings(landlord);
  const counts = [
    [added, "properties"], [certificates, "certificates"], [inspections, "inspections"], [tenants, "tenants"],
    [applications, "applications"], [rents, "rent accounts"], [agreements, agreements === 1 ? "agreement" : "agreements"], [viewings, "viewings"], [repairs, "maintenance requests"], [listings, "listings"],
  ].filter(([count]) => count);
  console.log(
    counts.length || sold
      ? `Added for ${LANDLORD.name}: ${[...counts, ...(sold ? [[sold, "sales"]] : [])].map(([count, what]) => `${count} ${what}`).join(", ")}.`
      : "The demo is there already; nothing was changed.",
  );
  console.log(`Sign in at ${installation.publicUrl} as ${LANDLORD.email}, or as the tenant ${TENANT.email}, with the password ${password}`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exit(1);
}

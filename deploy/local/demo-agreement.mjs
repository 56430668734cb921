// The demo's agreement: issued for the applicant who was approved, signed by them, and waiting for their guarantor.
import { call, expect, tokenFromMail } from "./demo-api.mjs";
import { inDays } from "./demo-compliance.mjs";
import { recordRightToRent } from "./demo-letting.mjs";
import { signature } from "./demo-pictures.mjs";
import { LANDLORD } from "./demo-portfolio.mjs";

/** Signs by the mailed link, as the tenant; where mail leaves the installation, nobody can. */
async function sign({ url, inbox }, { email, tenantName }) {
  if (!inbox) return;
  const path = `/api/agreements/${await tokenFromMail(inbox, email, "/agreement?token=")}`;
  const { documentHash } = await expect(`Opening the agreement of ${tenantName}`, call(url, "GET", path));
  await expect("Reading the agreement", call(url, "GET", `${path}/document`));
  const body = { name: tenantName, consent: true, signature: signature(7), documentHash, timeZone: "Europe/London", language: "en-GB" };
  await expect(`Signing as ${tenantName}`, call(url, "POST", `${path}/sign`, { body }));
}

/** Says who lets, which agreements and statements name. */
async function nameLandlord(landlord) {
  await landlord.put("Saying who the landlord is", "/api/organisation/landlord", {
    kind: "person", names: [LANDLORD.name], noticeAddress: "4 Queen Charlotte Court, Bristol BS1 4HE", contactName: LANDLORD.name,
  });
}

/** Issues an agreement to each applicant who was approved, has none and does not live there yet. Says how many. */
export async function addAgreements(installation, landlord) {
  const applications = await landlord.read("Reading the applications", "/api/tenant-applications");
  const waiting = applications.filter(({ status, agreementState, checks }) => status === "Approved" && agreementState === null && !checks.moveInCompleted);
  if (waiting.length > 0) await nameLandlord(landlord);
  for (const application of waiting) {
    await recordRightToRent(landlord, application, { method: "manual", document: "British passport", checkDate: inDays(0) });
    const path = `/api/tenant-applications/${application.id}/agreement`;
    const { terms, agreedDeposit } = await landlord.read("Reading what an agreement may say", `${path}/proposal`);
    const { period, dueDay, proRata } = terms.rentTerms;
    await landlord.write(`Issuing the agreement of ${application.tenantName}`, path, {
      ...terms, rentTerms: { period, dueDay, proRata }, deposit: terms.deposit ?? agreedDeposit ?? "0.00",
      paymentDetails: `Account of ${LANDLORD.name}, 20-00-00 55779911`,
    });
    await sign(installation, application);
  }
  return waiting.length;
}

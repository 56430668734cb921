// The demo's tenants and applications, made as people make them: by the landlord, by the wizard, by the referees' mailed links.
import { call, expect, tokenFromMail } from "./demo-api.mjs";
import { inDays } from "./demo-compliance.mjs";
import { certificatePdf, housePhoto, signature } from "./demo-pictures.mjs";
import { LANDLORD } from "./demo-portfolio.mjs";
import { APPLICATIONS, LEAVING, PREVIOUS, TENANTS } from "./demo-tenancies.mjs";

/** Adds the tenants that are not there yet, those who have left first. Says how many. */
export async function addTenants(landlord, ids) {
  const present = await landlord.read("Reading the tenants", "/api/tenants");
  const has = new Set(present.map(({ email }) => email));
  let added = 0;
  const properties = await landlord.read("Reading the portfolio", "/api/properties");
  const rentOf = (id, room) => {
    const home = properties.find((each) => each.id === id);
    return room ? home.hmoRoomRentals[room] : home.monthlyRent;
  };
  const add = async (home, person, since, roomNumber, joins) => {
    const propertyId = ids.get(home);
    const rentAmount = joins ? undefined : rentOf(propertyId, roomNumber);
    const body = { ...person, propertyId, roomNumber, leaseStart: inDays(-since), tenancyId: joins, rentAmount };
    const tenant = await landlord.write(`Adding ${person.name}`, "/api/tenants", body);
    added += 1;
    return tenant;
  };
  const end = ({ id, name }, days) =>
    landlord.write(`Ending the tenancy of ${name}`, `/api/tenants/${id}/end`, { leaseEnd: inDays(days), reason: "Moved for work." });

  for (const [home, person, since, until, room] of PREVIOUS) {
    if (!has.has(person.email)) await end(await add(home, person, since, room), -until);
  }
  for (const [home, people] of Object.entries(TENANTS)) {
    const first = new Map(present.filter(({ leaseStatus }) => leaseStatus !== "Ended").map((each) => [`${each.propertyId} ${each.roomNumber ?? ""}`, each.tenancyId]));
    for (const [person, since, room] of people) {
      const place = `${ids.get(home)} ${room ?? ""}`;
      if (has.has(person.email)) continue;
      const tenant = await add(home, person, since, room, first.get(place));
      first.set(place, tenant.tenancyId);
      if (person.name === LEAVING[0]) await end(tenant, LEAVING[1]);
    }
  }
  return added;
}

/** A link for each home that is applied for, made where there is none by which somebody applied. */
async function inviteFor(landlord, propertyId, room) {
  const rooms = room ? await landlord.read("Reading rooms", `/api/rooms/${propertyId}`) : [];
  const roomId = rooms.find(({ roomNumber }) => roomNumber === room)?.id;
  const { url } = await landlord.write("Making a link", "/api/invites", { propertyId, roomId });
  return new URL(url).searchParams.get("invite");
}

async function addDocument(landlord, application, type, number) {
  const form = new FormData();
  form.append("type", type);
  const photo = type === "passportOrId";
  const bytes = photo ? housePhoto(number, "House") : certificatePdf("Statement", [`For application ${application}`, `Kind: ${type}`]);
  form.append("file", new Blob([bytes], { type: photo ? "image/png" : "application/pdf" }), photo ? "card.png" : "statement.pdf");
  await landlord.write(`Adding a document (${type})`, `/api/tenant-applications/${application}/documents`, form);
}

const FORMS = {
  guarantor: ({ form }) => ({
    fullName: form.guarantorName, email: form.guarantorEmail, phone: form.guarantorPhone, address: "3 Hillside Avenue, York YO1 6GA",
    dateOfBirth: "1967-05-14", relationship: "parent", occupation: "Accountant", employerName: "Minster Accounts", annualIncome: "52000",
    agreedToGuarantee: true,
  }),
  employer: ({ form }) => ({
    companyName: form.employerName, contactName: "Petra Hill", position: "Head of people", email: form.employerEmail,
    phone: form.employerPhone, companyAddress: "1 Station Road, Leeds LS1 4DY", employeePosition: form.position,
    employmentStartDate: "2023-02-06", employmentType: "full-time", annualSalary: String(Number(form.monthlyIncome) * 12),
    contractType: "permanent", additionalComments: "", confirmedDetails: true,
  }),
};

/** Gives a reference by its mailed link; where mail leaves the installation, nobody can. */
async function giveReference({ url, inbox }, application, kind, number) {
  if (!inbox) return;
  const address = application.form[`${kind}Email`];
  const token = await tokenFromMail(inbox, address, `/${kind}-verify/`);
  const body = { ...FORMS[kind](application), signature: signature(number) };
  await expect(`Giving the reference of ${address}`, call(url, "POST", `/api/${kind}-verify/${token}`, { body }));
}

/** Records a check of the right to rent where there is none. */
export async function recordRightToRent(landlord, { id, tenantName }, check) {
  const path = `/api/tenant-applications/${id}/right-to-rent`;
  const before = await landlord.read(`Reading the right to rent of ${tenantName}`, path);
  if (before.length > 0) return;
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...check, checker: LANDLORD.name })) form.append(name, value);
  const evidence = certificatePdf("Right to rent", [`Of ${tenantName}`, `Seen: ${check.document}`]);
  form.append("evidence", new Blob([evidence], { type: "application/pdf" }), "right-to-rent.pdf");
  await landlord.write(`Recording the right to rent of ${tenantName}`, path, form);
}

/** Lets those move in who live there already; whom an interrupted run left approved as well. */
async function moveIn(landlord) {
  const living = APPLICATIONS.filter(({ since }) => since);
  const applications = await landlord.read("Reading the applications", "/api/tenant-applications");
  for (const { form, since, check } of living) {
    const application = applications.find(({ email, tenantId, checks }) => email === form.email && tenantId && !checks.moveInCompleted);
    if (!application) continue;
    const path = `/api/tenants/${application.tenantId}`;
    await landlord.change(`Changing the first day of ${form.name}`, path, { leaseStart: inDays(-since) });
    await recordRightToRent(landlord, application, check);
    await landlord.write(`Starting the tenancy of ${form.name}`, `${path}/start`);
  }
}

/** Brings in the applications that are not there yet. Says how many. */
export async function addApplications(installation, landlord, ids) {
  const present = await landlord.read("Reading the applications", "/api/tenant-applications");
  // An earlier demo had some of them as tenants without an application.
  const tenants = await landlord.read("Reading the tenants", "/api/tenants");
  const has = new Set([...present, ...tenants].map(({ email }) => email));
  let added = 0;
  for (const [index, application] of APPLICATIONS.entries()) {
    const { home, room, form, status, references, documents, requested, reason } = application;
    if (has.has(form.email)) continue;
    const invite = await inviteFor(landlord, ids.get(home), room);
    const body = { ...form, invite, propertyId: String(ids.get(home)), roomNumber: room };
    const { id } = await expect(`Applying for ${home}`, call(installation.url, "POST", "/api/tenant-signup", { body }));
    for (const kind of references) await giveReference(installation, application, kind, index + 1);
    for (const type of documents) await addDocument(landlord, id, type, index + 1);
    if (status !== "Submitted") {
      const change = { status, rejectionReason: reason, requestedDocuments: requested };
      await landlord.change(`Deciding about ${form.name}`, `/api/tenant-applications/${id}`, change);
    }
    added += 1;
  }
  await moveIn(landlord);
  return added;
}

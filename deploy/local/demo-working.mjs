// The demo's viewings and maintenance, made as people make them.
import { inDays } from "./demo-compliance.mjs";
import { dampPhoto } from "./demo-pictures.mjs";
import { CONTRACTORS, REPAIRS, REPORTS, VIEWINGS } from "./demo-repairs.mjs";

/** Books the viewings that are not there yet and brings each to its status. Says how many. */
export async function addViewings(landlord, ids) {
  const present = await landlord.read("Reading the viewings", "/api/property-viewings");
  const has = new Set(present.map(({ viewerEmail }) => viewerEmail));
  let added = 0;
  for (const [home, roomNumber, viewer, days, viewingTime, status, notes] of VIEWINGS) {
    if (has.has(viewer.viewerEmail)) continue;
    const body = { ...viewer, propertyId: ids.get(home), roomNumber, viewingDate: inDays(days), viewingTime, notes };
    const { id } = await landlord.write(`Booking a viewing of ${home}`, "/api/property-viewings", body);
    const path = `/api/property-viewings/${id}`;
    if (status === "Move-in Process Started") await landlord.change("Completing a viewing", path, { status: "Completed" });
    if (status !== "Scheduled") await landlord.change(`Changing a viewing of ${home}`, path, { status });
    added += 1;
  }
  return added;
}

async function addPhoto(account, path, kind, number) {
  const form = new FormData();
  form.append("kind", kind);
  form.append("file", new Blob([dampPhoto(number)], { type: "image/png" }), "photo.png");
  await account.write("Adding a photo", `${path}/attachments`, form);
}

async function addContractors(landlord) {
  const present = await landlord.read("Reading the contractors", "/api/contractors");
  const ids = new Map(present.map(({ id, name }) => [name, id]));
  for (const contractor of CONTRACTORS) {
    if (ids.has(contractor.name)) continue;
    const { id } = await landlord.write(`Adding ${contractor.name}`, "/api/contractors", contractor);
    ids.set(contractor.name, id);
  }
  return ids;
}

/** Adds the requests that are not there yet and does what was done about each. Says how many. */
export async function addRepairs(landlord, ids) {
  const contractors = await addContractors(landlord);
  const present = await landlord.read("Reading the maintenance requests", "/api/maintenance-requests");
  const has = new Set(present.map(({ title }) => title));
  let added = 0;
  for (const repair of REPAIRS) {
    const { home, room, title, category, priority, description } = repair;
    if (has.has(title)) continue;
    const body = { propertyId: ids.get(home), roomNumber: room, title, category, priority, description };
    const { id } = await landlord.write(`Adding “${title}”`, "/api/maintenance-requests", body);
    const path = `/api/maintenance-requests/${id}`;
    if (repair.photo) await addPhoto(landlord, path, "photo", id);
    if (repair.contractor) await landlord.change("Naming a contractor", path, { contractorId: contractors.get(repair.contractor) });
    if (repair.status === "Completed") await landlord.change("Taking up a request", path, { status: "In Progress" });
    if (repair.visit) {
      const [days, startTime, endTime] = repair.visit;
      await landlord.put("Booking a visit", `${path}/visit`, { visitDate: inDays(days), startTime, endTime });
    }
    for (const [text, amount, ago] of repair.costs ?? []) {
      await landlord.write("Adding a cost", `${path}/costs`, { description: text, amount, date: inDays(-ago) });
    }
    for (const text of repair.comments) await landlord.write("Commenting", `${path}/comments`, { text });
    if (repair.status !== "Open") await landlord.change(`Changing “${title}”`, path, { status: repair.status });
    if (repair.status === "Completed" && repair.photo) await addPhoto(landlord, path, "after", id + 1);
    added += 1;
  }
  return added;
}

/** Reports what the tenant reports who has an account. Says how many. */
export async function addReports(tenant) {
  // The landlord typed the address; that the home is theirs the tenant says.
  const { toConfirm } = await tenant.read("Reading the tenant’s portal", "/api/tenant-portal");
  for (const { tenancyId } of toConfirm) await tenant.write("Confirming the home", "/api/tenant-portal/confirmations", { tenancyId, mine: true });
  const present = await tenant.read("Reading the tenant’s requests", "/api/maintenance-requests");
  const has = new Set(present.map(({ title }) => title));
  let added = 0;
  for (const { photo, ...body } of REPORTS) {
    if (has.has(body.title)) continue;
    const { id } = await tenant.write(`Reporting “${body.title}”`, "/api/maintenance-requests", body);
    if (photo) await addPhoto(tenant, `/api/maintenance-requests/${id}`, "photo", id);
    added += 1;
  }
  return added;
}

// The demo's listings, uploaded as files, and what the landlord watches and has computed.
import { Refusal } from "./demo-api.mjs";
import { bulkLoad, sourcedProperties, zooplaFeed } from "./demo-listings.mjs";

const FEEDS = [
  { format: "blm", source: "Rightmove", name: "88001_2026111816.blm", content: bulkLoad },
  { format: "zoopla", source: "Zoopla", name: "listing-updates.json", content: zooplaFeed },
  { format: "propertydata", source: "PropertyData", name: "sourced-properties.json", content: sourcedProperties },
];

async function finished(landlord, id) {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    const run = await landlord.read("Reading an import", `/api/listing-imports/${id}`);
    if (run.state === "done") return run;
    if (run.state === "failed") throw new Refusal(`An import of listings failed: ${run.problem}`);
    await new Promise((wake) => setTimeout(wake, 250));
  }
  throw new Refusal("An import of listings did not end within two minutes; see logs/listings-import.log in the state folder.");
}

/** Imports the feeds that are not there yet, watches some listings and keeps two analyses. Says how many listings came. */
export async function addListings(landlord) {
  const present = await landlord.read("Reading the imports", "/api/listing-imports");
  const has = new Set(present.filter(({ state }) => state === "done").map(({ source }) => source));
  let added = 0;
  for (const { format, source, name, content } of FEEDS) {
    if (has.has(source)) continue;
    const form = new FormData();
    form.append("format", format);
    form.append("source", source);
    form.append("file", new Blob([content()]), name);
    const { id } = await landlord.write(`Importing from ${source}`, "/api/listing-imports", form);
    added += (await finished(landlord, id)).added;
  }
  if (added === 0) return 0;
  const best = await landlord.read("Searching", "/api/investment-properties?sortBy=yield&pageSize=5");
  for (const { id } of best.slice(0, 4)) {
    await landlord.put("Watching a listing", `/api/investment-properties/${id}/watchlist`, { isWatchlisted: true });
  }
  for (const { id, title } of best.slice(0, 2)) {
    await landlord.write(`Keeping an analysis of ${title}`, "/api/roi-analyses", { listingId: id, name: title, assumptions: {} });
  }
  return added;
}

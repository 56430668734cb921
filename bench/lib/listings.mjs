// Homes to buy: reading 20,000 of each format by the operator's command beside COPY of the same rows, and the first page of searches
// among a million beside its statements.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { FEEDS, home } from "./feeds.mjs";
import { closedLoop, statementsAlone } from "./load.mjs";
import { landlord } from "./organisation.mjs";
import { costed } from "./processes.mjs";
import { pgbenchScript, recorded, scopeOf, superuserSql } from "./statements.mjs";
import { middle, milliseconds, table, whole } from "./table.mjs";

const ROWS = Number(process.env.BENCH_FEED_ROWS ?? 20_000);
const LISTINGS = Number(process.env.BENCH_LISTINGS ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const USER = "listings_import_app";
/** What the first page of every search has as its aim, in milliseconds. */
const AIM = 100;

const SEARCHES = [
  ["everything, cheapest first", ""],
  ["a town, typed right", "location=Manchester"],
  ["the same, misspelt", "location=manchestr"],
  ["a street in a town", "location=harbour+row+hull&sortBy=price-desc"],
  ["the same, misspelt twice", "location=harbor+row+hul"],
  ["a town with no homes", "location=Aberdeen"],
  ["part of a word, yields", "location=chester&sortBy=yield"],
  ["the first half of a postcode, flats up to £200,000, bedrooms", "location=M14&propertyType=Flat&maxPrice=200000&sortBy=bedrooms"],
  ["a sector of a postcode", "location=M14+5"],
  ["flats from £100,000 to £101,000, yields", "propertyType=Flat&minPrice=100000&maxPrice=101000&sortBy=yield"],
];

const run = promisify(execFile);

/** How long the command takes for a file, in seconds. */
async function imported({ program, environment }, format, source, path) {
  const began = performance.now();
  const { stdout } = await run(program, ["import", "--format", format, "--source", source, path], { env: environment, maxBuffer: 1e8 });
  const [, read, refused] = /: (\d+) read, .* (\d+) refused\./.exec(stdout) ?? [];
  if (Number(read) !== ROWS || Number(refused) !== 0) throw new Error(`${format}: ${stdout.slice(0, 500)}`);
  return (performance.now() - began) / 1000;
}

/** How long COPY takes for the rows that an import made, into a table with the same indexes; in seconds. */
function copied({ psql, url }, from, source, folder) {
  const columns = superuserSql({ psql, url }, `SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) FROM information_schema.columns
    WHERE table_name = '${from}' AND is_generated = 'NEVER' AND is_identity = 'NO'`);
  const file = join(folder, "copy");
  const filter = source === null ? "true" : `source_key = '${source}'`;
  const psqlDo = (...commands) => execFileSync(psql, ["-X", "-q", "-v", "ON_ERROR_STOP=1", ...commands.flatMap((command) => ["-c", command]), url]);
  psqlDo(`CREATE TABLE bench_copy (LIKE ${from} INCLUDING ALL)`, `\\copy (SELECT ${columns} FROM ${from} WHERE ${filter}) TO '${file}'`);
  const began = performance.now();
  psqlDo(`\\copy bench_copy (${columns}) FROM '${file}'`);
  const took = (performance.now() - began) / 1000;
  psqlDo("DROP TABLE bench_copy");
  return took;
}

async function measureImports(context) {
  const { database, note } = context;
  const folder = mkdtempSync(join(tmpdir(), "lintel-feeds-"));
  try {
    const homes = Array.from({ length: ROWS }, (_, index) => home(index));
    const rows = [];
    for (const [format, write] of Object.entries(FEEDS)) {
      note(`Importing ${whole(ROWS)} homes as ${format}`);
      const path = join(folder, format);
      const text = write(homes);
      writeFileSync(path, text);
      const source = `bench ${format}`;
      const first = await imported(context, format, source, path);
      const again = await imported(context, format, source, path);
      const alone = format === "ppd" ? copied(database, "sales", null, folder) : copied(database, "listings", source, folder);
      rows.push([format, (text.length / 1e6).toFixed(1), ...[first, again, alone].map((seconds) => whole(ROWS / seconds))]);
    }
    return `#### ${whole(ROWS)} rows of each format\n\n${table(["", "MB", "rows/s, new", "rows/s, again unchanged", "rows/s, COPY of what they became"], rows)}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A million homes of a shared source, with their words. */
export function load(database, count) {
  superuserSql(
    database,
    "TRUNCATE listings, listing_words CASCADE",
    `INSERT INTO listings (organisation_id, source_key, external_key, source, source_url, title, address, town, postcode, price_pence,
         price_qualifier, bedrooms, bathrooms, description, tags, image_urls, listing_type, property_type, tenure, rent_pence, rent_lettings,
         address_key, home_key, search_text, content_hash, seen_import, first_seen_at, last_seen_at)
     SELECT 0, 'bench', 'k' || n, 'Bench', '', '2 bed house', a, t, p, CASE WHEN n % 50 > 0 THEN 5000000 + (n * 7919::bigint) % 90000000 END,
         '', n % 6, 1, repeat('A home near everything. ', 8), '{No chain}', '{}', (ARRAY['Flat', 'House', 'House', 'Commercial'])[1 + n % 4],
         'Terraced house', '', CASE WHEN n % 3 > 0 THEN 40000 + (n * 31) % 120000 END, CASE WHEN n % 3 > 0 THEN 5 END, '',
         'rbench/k' || n, lower(a || ' ' || t || ' ' || p), decode(repeat('00', 16), 'hex'), 1, now(), now()
     FROM (SELECT n, (1 + n % 180) || ' ' || (ARRAY['Harbour','Mill','Station','Albert','Cross','Park','Queens','Canal','Chapel','Meadow','Victoria','Orchard','Cedar','Maple','Willow','Foundry'])[1 + (n / 7) % 16]
             || ' ' || (ARRAY['Row','Street','Road','Terrace','Lane','View'])[1 + (n / 3) % 6] AS a,
         (ARRAY['Leeds','Manchester','Liverpool','Hull','Sheffield','Birmingham','Nottingham','Cardiff','Glasgow','Reading','Fallowfield'])[1 + n % 11] AS t,
         (ARRAY['LS','M','L','HU','S','B','NG','CF','G','RG'])[1 + n % 10] || (1 + (n / 10) % 40) || ' ' || (1 + (n / 5) % 9) || chr(65 + (n / 13) % 4) || chr(65 + (n / 17) % 4) AS p
         FROM generate_series(1, ${count}) AS n) AS home`,
    "INSERT INTO listing_words SELECT DISTINCT organisation_id, word FROM listings, string_to_table(search_text, ' ') AS word WHERE char_length(word) BETWEEN 3 AND 100",
    // As many words as the addresses of the country have.
    "INSERT INTO listing_words SELECT DISTINCT 0, substr(translate(md5(n::text), '0123456789', 'ghiklmnopr'), 1, 4 + n % 6) FROM generate_series(1, 50000) AS n ON CONFLICT DO NOTHING",
    "VACUUM ANALYZE",
  );
}

async function measureSearch(context, token, [, query]) {
  const { product, database, programs, log } = context;
  const url = `${product}/api/investment-properties?pageSize=50${query && `&${query}`}`;
  const ask = async () => {
    const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
    return reply.text();
  };
  await ask();
  const ran = await recorded(database, log, USER, ask);
  const { gateway, "listings-import": service, postgres } = programs;
  const script = pgbenchScript(ran, { scope: scopeOf(ran), tables: "search_listings|unnest" });
  const systems = {
    Lintel: () => costed({ gateway, service, postgres }, () => closedLoop(url, [`Authorization: Bearer ${token}`], { connections: 1, seconds: SECONDS })),
    SQL: () => costed({ postgres }, () => statementsAlone(script, { program: database.pgbench, url: database.appUrl, clients: 1, seconds: SECONDS })),
  };
  const runs = { Lintel: [], SQL: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [what, go] of Object.entries(systems)) runs[what].push(await go());
  }
  return { lintel: middle(runs.Lintel), sql: middle(runs.SQL) };
}

async function measureSearches(context) {
  const { note } = context;
  note(`Loading ${whole(LISTINGS)} homes`);
  load(context.database, LISTINGS);
  const { token } = await landlord(context.product);
  const rows = [];
  let worst = 0;
  for (const search of SEARCHES) {
    note(`Searching ${search[0]}`);
    const { lintel, sql } = await measureSearch(context, token, search);
    worst = Math.max(worst, lintel.p99);
    rows.push([search[0], whole(lintel.rate), ...[lintel.p50, lintel.p99, sql.p50, sql.p99].map(milliseconds), whole(lintel.cpu_postgres)]);
  }
  const head = ["first page of 50", "requests/s", "p50 ms", "p99 ms", "SQL alone, p50 ms", "SQL alone, p99 ms", "PostgreSQL µs"];
  const verdict = `The largest p99 is ${milliseconds(worst)} ms; the aim is ${AIM}: ${worst < AIM ? "met" : "missed"}.`;
  return `#### Search among ${whole(LISTINGS)}, one at a time\n\n${table(head, rows)}\n\n${verdict}`;
}

/** Everything above, as Markdown. */
export async function measureListings(context) {
  return `### Homes to buy\n\n${await measureImports(context)}\n\n${await measureSearches(context)}`;
}

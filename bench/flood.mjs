// The flood of lib/flood.mjs against an installation whose limits are those that are delivered; adds its table to the result.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { measureFlood } from "./lib/flood.mjs";
import { landlordWithProperties } from "./lib/organisation.mjs";

const product = process.env.LINTEL_E2E_URL;
const { token } = await landlordWithProperties(product);
const report = await measureFlood({ product, token, limits: "limits as delivered", note: (text) => console.error(text) });
appendFileSync(join(process.env.BENCH_OUT, "result.md"), `\n${report}\n`);
console.log(`\n${report}`);

// Fails when src/api/schema.d.ts is not what ../gateway/openapi.json says.
import { readFile } from 'node:fs/promises'
import openapiTypescript, { astToString, COMMENT_HEADER } from 'openapi-typescript'

const contract = new URL('../../gateway/openapi.json', import.meta.url)
const committed = await readFile(new URL('../src/api/schema.d.ts', import.meta.url), 'utf8')
const generated = COMMENT_HEADER + astToString(await openapiTypescript(contract))
if (generated !== committed) {
  console.error('src/api/schema.d.ts is not what gateway/openapi.json says; run npm run gen')
  process.exit(1)
}

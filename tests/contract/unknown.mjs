// Sends a field that nothing knows to each operation with a JSON body at LINTEL_E2E_URL, as the landlord whose token is the first argument.
// Each has to refuse it by its name, unless it is closed to landlords; what was refused has changed nothing.
import { randomUUID } from 'node:crypto'

const { LINTEL_E2E_URL: base } = process.env
const [token] = process.argv.slice(2)
/** Fewer operations than this prove nothing. */
const FEWEST = 60
const FIELD = 'montlyRent'
/** Words in paths that are looked at before the body; any other part is an id. */
const WORDS = { kind: 'guarantor', act: 'end', portfolioAct: 'sale' }

const contract = await (await fetch(new URL('/api/openapi.json', base))).json()
const refused = []
const wrong = []
for (const [path, operations] of Object.entries(contract.paths)) {
  for (const [method, operation] of Object.entries(operations)) {
    if (operation.requestBody?.content['application/json'] === undefined) continue
    // Whoever has signed out is nobody, and the stream never ends.
    if (operation.operationId === 'logout') continue
    const url = new URL(path.replaceAll(/\{([^}]+)\}/g, (_, name) => WORDS[name] ?? '1'), base)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const reply = await fetch(url, { method: method.toUpperCase(), headers, body: JSON.stringify({ [FIELD]: '1.00' }) })
    const said = await reply.text()
    const what = `${method.toUpperCase()} ${path}`
    // Closed to landlords, or to whoever has asked too often.
    if ([401, 403, 429].includes(reply.status)) continue
    if (reply.status === 422 && JSON.parse(said).errors?.[FIELD]?.[0]?.startsWith('There is no such field')) refused.push(what)
    else wrong.push(`${what}: ${String(reply.status)} ${said.slice(0, 160)}`)
  }
}
console.log(`figures: an unknown field, ${String(refused.length)} operations refused it (at least ${String(FEWEST)})`)
for (const each of wrong) console.log(`not refused: ${each}`)
process.exitCode = wrong.length === 0 && refused.length >= FEWEST ? 0 : 1

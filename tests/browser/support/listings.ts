import { expect } from '@playwright/test'
import { ask } from './lintel'

const columns = 'Reference,Address,Town,Postcode,Price,Monthly rent,Bedrooms,Bathrooms,Square feet,Property type,Description,Tags,Link'

/** Three homes for sale, the cheapest in Burnley. */
export const homes = [
  columns,
  'T1,31 Alma Street,Burnley,BB11 3QH,84950,625,2,1,742,Terraced house,New boiler in 2024,No chain;Reduced by 5%,https://agent.example/t1',
  'T2,9 Ordsall Quay,Salford,M5 4XN,142500,850,1,1,512,Flat,Fourth floor over the water,Balcony,https://agent.example/t2',
  'T3,8 Queens Grove,Nottingham,NG2 3AW,287500,,5,2,1410,Detached house,,,',
].join('\r\n')

/** The same with a line whose price is none. */
export const homesWithMistake = `${homes}\r\nT4,1 Nowhere Road,Leeds,LS9 8XX,much,,2,1,,Flat,,,`

/** Imports a file of listings behind the browser's back, to the end. */
export async function importListings(token: string, content = homes): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const form = new FormData()
  form.set('format', 'csv')
  form.set('source', 'Harper & Lane')
  form.set('file', new Blob([content]), 'homes.csv')
  const sent = await ask('/api/listing-imports', { method: 'POST', headers, body: form })
  const { id } = (await sent.json()) as { id: number }
  if (!sent.ok) throw new Error(`listing-imports: ${String(sent.status)}`)
  const state = async () => {
    const reply = await ask(`/api/listing-imports/${String(id)}`, { headers })
    return ((await reply.json()) as { state: string }).state
  }
  await expect.poll(state, { timeout: 60_000, intervals: [200] }).toBe('done')
}

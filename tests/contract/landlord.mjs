// Makes a landlord with properties and tenancies at LINTEL_E2E_URL, verified by the mail in LINTEL_E2E_INBOX, and prints the access
// token.
import { randomUUID } from 'node:crypto'
import { addTenancies } from './tenancies.mjs'

const { LINTEL_E2E_URL: base, LINTEL_E2E_INBOX: inbox } = process.env

async function send(method, path, body, token) {
  const isForm = body instanceof FormData
  const headers = { ...(!isForm && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) }
  const reply = await fetch(new URL(path, base), { method, headers, body: isForm ? body : JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

const post = (path, body, token) => send('POST', path, body, token)

async function tokenMailedTo(address) {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const mails = await (await fetch(new URL('/email', inbox))).json()
    const mail = mails.find(({ to }) => to.some((person) => person.address === address))
    const token = /\/verify-email\?token=(\S+)/.exec(mail?.text ?? '')?.[1]
    if (token) return decodeURIComponent(token)
    await new Promise((wake) => setTimeout(wake, 100))
  }
  throw new Error('no verification mail within 20 s')
}

const id = randomUUID().slice(0, 8)
const account = { name: 'Casey Fire', email: `casey.${id}@lintel.example`, password: `quiet-harbour-${id}` }
await post('/api/auth/signup', { ...account, role: 'Landlord' })
await post('/api/auth/verify-email', { token: await tokenMailedTo(account.email) })
const { token } = await post('/api/auth/login', { email: account.email, password: account.password })
const address = { address: '25 Priory Gardens, York', postcode: 'YO1 7QW', bedrooms: 3, bathrooms: 1, photos: [] }
const vacant = { propertyType: 'House', monthlyRent: '1000.00', status: 'Vacant', ...address }
const house = await post('/api/properties', { name: 'House', ...vacant }, token)
const cottage = await post('/api/properties', { name: 'Cottage', ...vacant }, token)
const rooms = { propertyType: 'HMO', hmoRooms: 2, hmoRoomRentals: { 1: '500', 2: '450' }, status: 'Occupied', ...address }
await post('/api/properties', { name: 'Rooms', ...rooms }, token)
await addTenancies((method, path, body) => send(method, path, body, token), house.id, cottage.id)
console.log(token)

// Gives the landlord a tenant with rent, a deposit, a document and a bank's file, and an approved application with an agreement that
// waits for its first signature: what calls about tenancies are tried on.
const DAY = 86_400_000
const today = new Date()
const on = (days) => new Date(today.getTime() + days * DAY).toISOString().slice(0, 10)
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n')
const BILLS = ['council-tax', 'electricity', 'gas', 'water', 'tv-licence', 'communications']

function form(texts, field, name, content) {
  const form = new FormData()
  for (const [text, value] of Object.entries(texts)) form.set(text, value)
  form.set(field, new Blob([content]), name)
  return form
}

// Other services hear of a property a moment after it was added.
async function soon(attempt) {
  const deadline = Date.now() + 20_000
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((wake) => setTimeout(wake, 100))
    }
  }
}

async function rentOut(send, propertyId) {
  const person = { name: 'Amara Diallo', email: 'amara@lintel.example', phone: '07700 900141' }
  const tenant = { propertyId, ...person, leaseStart: on(-80), rentAmount: '1000.00' }
  const { id } = await soon(() => send('POST', '/api/tenants', tenant))
  const path = `/api/tenants/${id}`
  await send('POST', `${path}/rent`, { period: 'monthly', dueDay: 1, firstDay: on(-80), proRata: 'days-of-year' })
  await send('POST', `${path}/ledger`, { kind: 'receipt', amount: '250.00', date: on(-20), method: 'cash' })
  await send('PUT', `${path}/deposit`, { amount: '1000.00', receivedDate: on(-80) })
  await send('POST', `${path}/documents`, form({ kind: 'gasSafety' }, 'file', 'gas.pdf', PDF))
  const lines = ['Date,Counter Party,Reference,Amount', `${on(-19)},AMARA DIALLO,RENT,750.00`, `${on(-18)},HMRC,REFUND,12.50`]
  await send('POST', '/api/bank-statements', form({}, 'file', 'november.csv', lines.join('\n')))
}

async function agree(send, propertyId) {
  const { url } = await soon(() => send('POST', '/api/invites', { propertyId }))
  const invite = new URL(url).searchParams.get('invite')
  const person = { name: 'Tom Reyes', email: 'tom@lintel.example', phone: '07700 900142', address: '8 Hollow Lane, York' }
  const employer = { employerName: 'Northern Rail Works', employerPhone: '0114 496 0320', employerEmail: 'people@lintel.example' }
  const work = { employmentStatus: 'full-time', position: 'Engineer', monthlyIncome: '3400', ...employer }
  const parent = { guarantorName: 'Ann Reyes', guarantorPhone: '07700 900733', guarantorEmail: 'ann@lintel.example' }
  const guarantor = { ...parent, guarantorRelationship: 'parent' }
  const wanted = { propertyId: String(propertyId), moveInDate: on(10), additionalNotes: '' }
  const { id } = await send('POST', '/api/tenant-signup', { invite, ...person, ...work, ...guarantor, ...wanted })
  const path = `/api/tenant-applications/${id}`
  await send('PATCH', path, { status: 'Approved' })
  const check = { method: 'manual', document: 'British passport', checkDate: on(0), checker: 'Casey Fire' }
  await send('POST', `${path}/right-to-rent`, form(check, 'evidence', 'passport.pdf', PDF))
  const landlord = { landlordName: 'Casey Fire', landlordAddress: '25 Priory Gardens, York YO1 7QW' }
  const rentTerms = { period: 'monthly', dueDay: 1, proRata: 'days-of-year' }
  const bills = BILLS.map((bill) => ({ bill, payer: 'included' }))
  await send('POST', `${path}/agreement`, { ...landlord, startDate: on(10), monthlyRent: '1000.00', deposit: '0.00', rentTerms, bills })
}

/** `send` asks the gateway as the landlord who has these two vacant houses. */
export async function addTenancies(send, one, other) {
  await rentOut(send, one)
  await agree(send, other)
}

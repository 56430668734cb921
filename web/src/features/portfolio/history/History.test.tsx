import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { createFormatter, defaultFormat } from '@/lib/format'
import { common } from '@/lib/messages'
import { aProperty, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { history } from './messages'
import { changesOf, whoOf, type HistoryEntry } from './model'

const user = aUser()

function anEntry(version: number, changes: Partial<HistoryEntry> = {}): HistoryEntry {
  const figures = { status: 'Occupied', monthlyRent: '1000.00', currentValue: null, monthlyCosts: '640.17' } as const
  return { id: 100 + version, validFrom: '2026-07-14T18:04:00Z', ...figures, changedByUserId: user.id, version, changes: [], ...changes }
}

/** The section of a property's details, opened. */
async function open() {
  answer('get', '/api/properties/42', () => HttpResponse.json(aProperty()))
  const app = renderApp('/portfolio/42', { user })
  const section = within(await screen.findByRole('region', { name: history.title }))
  await app.user.click(section.getByRole('button', { name: history.show }))
  const rows = async () => (await section.findAllByRole('listitem')).map(({ textContent }) => textContent)
  return { ...app, section, rows }
}

it('says from what to what, when and by whom, page by page', async () => {
  const next = '</api/properties/42/history?pageSize=11&pageToken=older>; rel="next"'
  const asked = answer('get', '/api/properties/42/history', (count) => {
    if (count > 1) return HttpResponse.json([anEntry(1, { changedByUserId: 9 })])
    const entries = [anEntry(3, { status: 'Vacant', monthlyRent: '1250.50', changedByUserId: null }), anEntry(2)]
    return HttpResponse.json(entries, { headers: { link: next } })
  })
  const app = await open()
  // Summer time: 18:04 in Greenwich.
  expect(await app.rows()).toEqual(['14/07/2026 at 19:04 by LintelStatusOccupied → VacantRent per month£1,000.00 → £1,250.50'])
  await app.user.click(app.section.getByRole('button', { name: history.more }))
  expect(await app.section.findByText(history.added)).toBeVisible()
  expect((await app.rows()).slice(1)).toEqual([
    `14/07/2026 at 19:04 by you${history.otherDetails}`,
    `14/07/2026 at 19:04 by someone else in your organisation${history.added}`,
  ])
  expect(asked.queries).toEqual([{ pageSize: '11' }, { pageSize: '11', pageToken: 'older' }])
  await app.user.click(app.section.getByRole('button', { name: history.hide }))
  expect(app.section.queryByRole('listitem')).toBeNull()
})

it('says what could not be loaded', async () => {
  answer('get', '/api/properties/42/history', () => problem(403, { detail: 'No.' }))
  const { section } = await open()
  expect(await section.findByText(common.couldNotLoad(history.failed))).toBeVisible()
})

it('compares each entry with the one before it alone', () => {
  const format = createFormatter(defaultFormat)
  const entries = [anEntry(3, { monthlyCosts: '700.00' }), anEntry(2, { currentValue: '250000.00' }), anEntry(1)]
  expect(changesOf(entries, true, format)).toEqual([
    expect.objectContaining({
      differences: [
        { label: history.value, before: '£250,000.00', after: history.unknown },
        { label: history.costs, before: '£640.17', after: '£700.00' },
      ],
    }),
    expect.objectContaining({ differences: [{ label: history.value, before: history.unknown, after: '£250,000.00' }] }),
    { entry: entries[2], isFirst: true, differences: [] },
  ])
  expect(changesOf(entries, false, format)).toHaveLength(2)
  expect(changesOf([], true, format)).toEqual([])
})

const aChange = (field: string, before: string | null, after: string | null, roomNumber: string | null = null) => ({ field, before, after, roomNumber })

it('names fields as the forms do and formats values as the settings ask', () => {
  const format = createFormatter({ currency: 'GBP', dateFormat: 'MM/DD/YYYY' })
  const changes = [
    aChange('name', 'Rose Cottage', 'The Cottage'),
    aChange('tenancyActive', 'false', 'true'),
    aChange('bathrooms', '2', '10'),
    aChange('photos', '/api/files/a /api/files/b', '/api/files/b /api/files/a'),
    aChange('monthlyRent', '1000.00', '1250.00'),
    aChange('purchaseDate', null, '2019-06-14'),
    aChange('purchaseYear', null, '2019'),
    aChange('hmoWater', '45.00', null),
    aChange('mortgageCompany', null, 'Leeds Building Society'),
    aChange('interestRate', '4.89', '5.10'),
    aChange('insuranceRenewalDate', '2027-01-31', '2028-01-31'),
    aChange('roomRent', '480.00', '500.00', '2'),
    aChange('roomOccupied', 'false', 'true', '2'),
    aChange('roomNumber', null, '3', '3'),
    aChange('roomName', null, 'Room 3', '3'),
    aChange('roomNumber', '4', null, '4'),
    aChange('roomName', 'Front', 'Back', '5'),
    aChange('frequencyMonths', '6', '3'),
    aChange('reminderDays', '7', '14'),
    aChange('autoSchedule', 'true', 'false'),
    aChange('ofTomorrow', 'a', 'b'),
  ]
  const [change] = changesOf([anEntry(2, { monthlyRent: '1250.00', changes }), anEntry(1)], false, format)
  expect(change?.differences.map(({ label, before, after }) => `${label}: ${before} → ${after}`)).toEqual([
    'Rent per month: £1,000.00 → £1,250.00',
    'Name: Rose Cottage → The Cottage',
    'Tenancy: None → Active',
    'Bathrooms: 2 → 10+',
    'Photos: 2 photos → 2 photos, replaced or reordered',
    'Purchase date: Not set → 06/14/2019',
    'HMO Operating Costs: Water: £45.00 → Not set',
    'Mortgage: Lender: Not set → Leeds Building Society',
    'Interest rate: 4.89% → 5.10%',
    'Insurance: Renewal: 01/31/2027 → 01/31/2028',
    'Room 2: Rent: £480.00 → £500.00',
    'Room 2: Status: Vacant → Occupied',
    'Room 3: Number: Not set → Added',
    'Room 4: Number: 4 → Removed',
    'Room 5: Name: Front → Back',
    'Inspections: Frequency: 6 months → 3 months',
    'Inspections: Reminder: 7 days before → 14 days before',
    'Inspections: Scheduled automatically: Yes → No',
    'ofTomorrow: a → b',
  ])
})

it.each([
  [null, history.lintel],
  [7, history.you],
  [8, history.other],
])('%j is %s', (changedByUserId, who) => {
  expect(whoOf({ changedByUserId }, 7)).toBe(who)
})

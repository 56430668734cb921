import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyFile } from '@/lib/emptyFile'
import { common } from '@/lib/messages'
import { setViewport } from '@/test/browser'
import { aCertificate } from '@/test/complianceFactories'
import { aProperty, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem, server } from '@/test/server'
import { certificateForm, compliance } from './messages'

const user = aUser()
const list = '/api/property-certificates'
const types = [
  { certificateType: 'Gas Safety', usualValidityMonths: 12, elsewhere: [] },
  { certificateType: 'EICR', usualValidityMonths: 60, elsewhere: [] },
  { certificateType: 'Other', usualValidityMonths: null, elsewhere: [] },
]

beforeEach(() => {
  answer('get', '/api/certificate-types', () => HttpResponse.json(types))
  answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
  answer('get', '/api/properties/42', () => HttpResponse.json(aProperty()))
  answer('get', list, () => HttpResponse.json([aCertificate()]))
})

const open = (query = '?kind=certificates') => renderApp(`/portfolio/compliance${query}`, { user })
const whose = `, ${compliance.of('Gas Safety', 'Linden Avenue')}`
/** Opens the menu of the row and chooses from it. */
const choose = async (app: ReturnType<typeof open>, name: string) => {
  await app.user.click(await screen.findByRole('button', { name: compliance.more + whose }))
  await app.user.click(await screen.findByRole('menuitem', { name }))
}
const type = async (app: ReturnType<typeof open>, name: string, day: string) => {
  const group = within(screen.getByRole('group', { name: new RegExp(`^${name}`) }))
  for (const [index, part] of [common.day, common.month, common.year].entries()) {
    await app.user.clear(group.getByLabelText(part))
    await app.user.type(group.getByLabelText(part), day.split(' ')[index] ?? '')
  }
}

describe('certificates', () => {
  it('stand with their state in words, their dates and their property', async () => {
    const all = [
      aCertificate({ id: 1, state: 'Expired', daysRemaining: -11, certificateUrl: '/api/files/1', notes: 'Engineer booked.' }),
      aCertificate({ id: 2, state: 'ExpiringSoon', daysRemaining: 0 }),
      aCertificate({ id: 3, state: 'RenewalDue', daysRemaining: 30 }),
      aCertificate({ id: 4, issueDate: null }),
    ]
    answer('get', list, () => HttpResponse.json(all))
    const app = open()
    expect(await screen.findByText('Expired 11 days ago')).toBeVisible()
    expect(screen.getByText('Expires today')).toBeVisible()
    expect(screen.getByText('Expires in 30 days')).toBeVisible()
    // A date that is far away is not counted in days.
    expect(screen.getByText(compliance.certificateStates.Valid, { selector: 'span' })).toBeVisible()
    expect(screen.getByText('Engineer booked.')).toBeVisible()
    expect(screen.getAllByText('Valid until 01/06/2027 · Issued 01/06/2026')).toHaveLength(3)
    expect(screen.getAllByRole('link', { name: 'Linden Avenue' })[0]).toHaveAttribute('href', '/portfolio/42')
    await app.user.click(screen.getAllByRole('button', { name: compliance.more + whose })[0] ?? document.body)
    expect(await screen.findByRole('menuitem', { name: compliance.open })).toHaveAttribute('href', '/api/files/1')
  })

  it('are filtered by the server, as the address says', async () => {
    const asked = answer('get', list, () => HttpResponse.json([]))
    const app = open('?state=Expired&type=EICR&property=42')
    expect(await screen.findByText(compliance.noneFound)).toBeVisible()
    expect(await screen.findByText(compliance.filtersOn('Expired, EICR, Linden Avenue'))).toBeVisible()
    expect(asked.queries.at(-1)).toEqual({ state: 'Expired', certificateType: 'EICR', propertyId: '42', pageSize: '50' })
    await app.user.click(screen.getByRole('link', { name: compliance.clearFilters }))
    expect(await screen.findByText(compliance.noCertificates)).toBeVisible()
    expect(app.address()).toBe('/portfolio/compliance?kind=certificates')
    await app.user.selectOptions(screen.getByRole('combobox', { name: compliance.state }), compliance.certificateStates.RenewalDue)
    await waitFor(() => expect(asked.queries.at(-1)).toEqual({ state: 'RenewalDue', pageSize: '50' }))
    expect(app.address()).toBe('/portfolio/compliance?kind=certificates&state=RenewalDue')
  })

  it('restrict nothing by what is the name of no property', async () => {
    const asked = answer('get', list, () => HttpResponse.json([aCertificate()]))
    const app = open()
    await screen.findByRole('heading', { name: 'Gas Safety' })
    const picker = screen.getByRole('combobox', { name: compliance.property })
    await app.user.type(picker, 'zz')
    await app.user.tab()
    expect(await screen.findByText(compliance.noSuchProperty('zz'))).toBeVisible()
    expect(picker).toHaveValue('')
    expect(asked.queries).toEqual([{ pageSize: '50' }])
  })

  it('stay small on a phone and open', async () => {
    setViewport({ width: 360 })
    answer('get', list, () => HttpResponse.json([aCertificate({ notes: 'Engineer booked.' })]))
    const app = open()
    const row = await screen.findByRole('button', { name: 'Gas Safety, Linden Avenue' })
    expect(row).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByText('Engineer booked.')).toBeNull()
    expect(screen.getByRole('button', { name: certificateForm.renew + whose })).toBeVisible()
    await app.user.click(row)
    expect(screen.getByText('Engineer booked.')).toBeVisible()
    expect(screen.getByText('Valid until 01/06/2027 · Issued 01/06/2026')).toBeVisible()
  })

  it('can be added by an address, which then says so no more', async () => {
    const app = open('?add=certificate')
    await screen.findByRole('dialog', { name: certificateForm.add })
    await app.user.click(screen.getByRole('button', { name: common.cancel }))
    await waitFor(() => expect(app.address()).toBe('/portfolio/compliance?kind=certificates'))
  })

  it('lead back to the portfolio', async () => {
    open()
    await screen.findByRole('heading', { name: 'Gas Safety' })
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: compliance.back })).toHaveAttribute('href', '/portfolio')
  })

  it('forget what was missing as soon as it is filled in', async () => {
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: certificateForm.renew + whose }))
    const dialog = within(await screen.findByRole('dialog', { name: certificateForm.renewTitle }))
    await app.user.click(dialog.getByRole('button', { name: certificateForm.renewTitle }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(certificateForm.issueRequired)
    await type(app, certificateForm.issueDate, '21 11 2026')
    await waitFor(() => expect(dialog.queryByText(certificateForm.issueRequired)).toBeNull())
  })

  it.each([
    ['Gas Safety', 12, certificateForm.usualGasRenewal('1 year')],
    ['EICR', 60, certificateForm.usualRenewal('5 years')],
  ] as const)('%s: a renewal speaks of its own kind', async (certificateType, months, hint) => {
    answer('get', list, () => HttpResponse.json([aCertificate({ certificateType })]))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: new RegExp(`^${certificateForm.renew}`) }))
    const dialog = within(await screen.findByRole('dialog', { name: certificateForm.renewTitle }))
    expect(dialog.getByText(hint)).toBeVisible()
    expect(certificateForm.period(months)).toBe(months === 12 ? '1 year' : '5 years')
  })

  it('come page by page', async () => {
    const next = { link: `<${list}?pageToken=two>; rel="next"` }
    answer('get', list, (count) => HttpResponse.json([aCertificate({ id: count, certificateType: count === 1 ? 'EPC' : 'PAT' })], count === 1 ? { headers: next } : {}))
    const app = open()
    expect(await screen.findByRole('heading', { name: 'EPC' })).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: compliance.showMore }))
    expect(await screen.findByRole('heading', { name: 'PAT' })).toBeVisible()
    expect(screen.queryByRole('button', { name: compliance.showMore })).toBeNull()
  })

  it('that cannot be loaded can be asked for again', async () => {
    answer('get', list, () => problem(403, { detail: 'No.' }))
    const app = open()
    expect(await screen.findByText(common.couldNotLoad(compliance.certificates))).toBeVisible()
    answer('get', list, () => HttpResponse.json([aCertificate()]))
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    expect(await screen.findByRole('heading', { name: 'Gas Safety' })).toBeVisible()
  })

  it('are added, with the usual expiry filled in until it is typed', async () => {
    const added = answer('post', list, () => HttpResponse.json(aCertificate(), { status: 201 }))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: certificateForm.add }))
    const dialog = within(await screen.findByRole('dialog', { name: certificateForm.add }))
    await app.user.click(dialog.getByRole('button', { name: certificateForm.add }))
    const mistakes = within(await dialog.findByRole('alert')).getAllByRole('link')
    expect(mistakes.map(({ textContent }) => textContent)).toEqual([
      certificateForm.propertyRequired,
      certificateForm.typeRequired,
      certificateForm.expiryRequired,
    ])
    await app.user.type(dialog.getByRole('combobox', { name: compliance.property }), 'Linden Avenue, M21 9QJ')
    await app.user.selectOptions(dialog.getByRole('combobox', { name: compliance.type }), 'EICR')
    await type(app, certificateForm.issueDate, '31 10 2026')
    const expiry = within(dialog.getByRole('group', { name: new RegExp(`^${certificateForm.expiryDate}`) }))
    await waitFor(() => expect(expiry.getByLabelText(common.year)).toHaveValue('2031'))
    await app.user.selectOptions(dialog.getByRole('combobox', { name: compliance.type }), 'Gas Safety')
    await waitFor(() => expect(expiry.getByLabelText(common.year)).toHaveValue('2027'))
    await type(app, certificateForm.expiryDate, '30 9 2027')
    await app.user.selectOptions(dialog.getByRole('combobox', { name: compliance.type }), 'EICR')
    await app.user.type(dialog.getByLabelText(new RegExp(`^${certificateForm.notes}`)), ' Boiler ')
    await app.user.click(dialog.getByRole('button', { name: certificateForm.add }))
    expect(await screen.findByText(certificateForm.added)).toBeVisible()
    expect(added.bodies).toEqual([
      { propertyId: 42, certificateType: 'EICR', issueDate: '2026-10-31', expiryDate: '2027-09-30', certificateUrl: null, notes: 'Boiler' },
    ])
    expect(added.headers[0]?.get('idempotency-key')).toBeTruthy()
  })

  it('are renewed with the server’s expiry unless somebody else was faster', async () => {
    const renewed = answer('post', `${list}/301/renew`, (count) =>
      count === 1 ? problem(412, { detail: 'Somebody changed it.', reason: 'STALE_ETAG' }) : HttpResponse.json(aCertificate(), { status: 201 }),
    )
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: certificateForm.renew + whose }))
    const dialog = within(await screen.findByRole('dialog', { name: certificateForm.renewTitle }))
    await app.user.click(dialog.getByRole('button', { name: certificateForm.renewTitle }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(certificateForm.issueRequired)
    await type(app, certificateForm.issueDate, '21 11 2026')
    await app.user.click(dialog.getByRole('button', { name: certificateForm.renewTitle }))
    expect(await screen.findByText('Somebody changed it.')).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: certificateForm.renewTitle }))
    expect(await screen.findByText(certificateForm.renewed)).toBeVisible()
    expect(renewed.bodies.at(-1)).toEqual({ issueDate: '2026-11-21', expiryDate: null, certificateUrl: null, notes: null })
    expect(renewed.headers.at(-1)?.get('if-match')).toBe('"1"')
  })

  it('are edited', async () => {
    const edited = answer('patch', `${list}/301`, () => HttpResponse.json(aCertificate()))
    const app = open()
    await choose(app, certificateForm.edit)
    const dialog = within(await screen.findByRole('dialog', { name: certificateForm.editTitle }))
    await type(app, certificateForm.expiryDate, '31 5 2026')
    await app.user.click(dialog.getByRole('button', { name: certificateForm.save }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(certificateForm.expiryBeforeIssue)
    await type(app, certificateForm.expiryDate, '31 5 2027')
    await app.user.click(dialog.getByRole('button', { name: certificateForm.save }))
    expect(await screen.findByText(certificateForm.saved)).toBeVisible()
    expect(edited.bodies).toEqual([
      { certificateType: 'Gas Safety', issueDate: '2026-06-01', expiryDate: '2027-05-31', certificateUrl: null, notes: null },
    ])
  })

  it('are deleted once that was asked', async () => {
    const deleted = answer('delete', `${list}/301`, () => new HttpResponse(null, { status: 204 }))
    const app = open()
    await choose(app, certificateForm.delete)
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(certificateForm.deleteText('Gas Safety, Linden Avenue'))).toBeVisible()
    await app.user.click(question.getByRole('button', { name: certificateForm.delete }))
    expect(await screen.findByText(certificateForm.deleted)).toBeVisible()
    expect(deleted.headers[0]?.get('if-match')).toBe('"1"')
  })

  it('take a document, and say what is too large or refused', async () => {
    answer('patch', `${list}/301`, () => HttpResponse.json(aCertificate()))
    server.use(http.post('*/api/upload', () => HttpResponse.json({ url: '/api/files/new' }, { status: 201 })))
    const app = open()
    await choose(app, certificateForm.edit)
    const dialog = within(await screen.findByRole('dialog'))
    const picker = dialog.getByLabelText(new RegExp(`^${certificateForm.document}`))
    const huge = new File(['x'], 'huge.pdf', { type: 'application/pdf' })
    Object.defineProperty(huge, 'size', { value: 10 * 1024 * 1024 + 1 })
    await app.user.upload(picker, huge)
    expect(await screen.findByText(certificateForm.tooLargeText)).toBeVisible()
    await app.user.upload(picker, new File([], 'none.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText(emptyFile.text('none.pdf'))).toBeVisible()
    await app.user.upload(picker, new File(['%PDF-1.7'], 'gas.pdf', { type: 'application/pdf' }))
    expect(await dialog.findByRole('link', { name: compliance.open })).toHaveAttribute('href', '/api/files/new')
    server.use(http.post('*/api/upload', () => problem(422, { title: 'Invalid file type', detail: 'Please upload an image file.' })))
    await app.user.upload(picker, new File(['x'], 'x.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText('Please upload an image file.')).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: certificateForm.remove }))
    expect(dialog.queryByRole('link', { name: compliance.open })).toBeNull()
  })
})

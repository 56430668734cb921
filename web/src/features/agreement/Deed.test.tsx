import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aDeed, anAgreementFor, aSigner } from '@/test/agreementFactories'
import { anApplication } from '@/test/applicationFactories'
import { setViewport } from '@/test/browser'
import { installCanvas, drawnPicture } from '@/test/canvas'
import { aUser } from '@/test/factories'
import { renderApp, type App } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { signature as pad } from '@/lib/signature'
import { pdf } from '@/ui/pdf/pdf'
import { deed as texts, deeds as panel } from './deed/messages'
import { emptyDeed, isSomebodyOf, obstacleOf } from './deed/model'
import { agreement } from './messages'

const secret = '/api/agreements/secret'
const bytes = () => new HttpResponse('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } })

beforeEach(() => {
  installCanvas()
  // Two people do not draw the same.
  let drawings = 0
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(() => `${drawnPicture}${String((drawings += 1))}`)
  setViewport({ width: 390 })
  vi.spyOn(pdf, 'open').mockResolvedValue({ pages: 2, sizeOf: () => Promise.resolve({ width: 595, height: 842 }), draw: () => Promise.resolve(), close: () => undefined })
  answer('get', `${secret}/document`, bytes)
  answer('get', `${secret}/deeds/4/document`, bytes)
})

/** Judith's turn. */
function judiths(deed: Parameters<typeof aDeed>[0] = {}, changes: Parameters<typeof anAgreementFor>[1] = {}) {
  const signers = [
    aSigner({ signedAt: '2026-11-24T18:04:00Z' }),
    aSigner({ id: 2, party: 'guarantor', name: 'Judith Hargreaves', email: null, maySign: deed.state === undefined }),
    aSigner({ id: 3, party: 'landlord', name: 'Helen Okafor', email: null }),
  ]
  return { ...anAgreementFor('guarantor', { signers, deeds: [aDeed(deed)], ...changes }), organisationName: 'Helen Okafor' }
}

const openDeed = async (app: App) => {
  const read = await screen.findByRole('button', { name: texts.read(2) })
  await vi.waitFor(() => expect(read).toBeEnabled())
  await app.user.click(read)
  const reader = within(await screen.findByRole('dialog', { name: texts.paper(2) }))
  await reader.findByRole('region', { name: 'Page 2 of 2' })
  await app.user.click(reader.getByRole('button', { name: agreement.done }))
}

const typeInto = async (app: App, label: string, name: string) => {
  const group = within(screen.getByRole('group', { name: label }))
  await app.user.click(group.getByRole('button', { name: pad.type }))
  await app.user.type(group.getByLabelText(pad.name), name)
}

describe('what is missing', () => {
  const whole = { ...emptyDeed, name: 'judith hargreaves', consent: true, signature: 'a', witnessName: 'Maureen Clarke', witnessAddress: '29 Sedgefield Rise', witnessConsent: true, witnessSignature: 'b' }
  const missing = (changes: Partial<typeof whole>) => obstacleOf({ ...whole, ...changes }, 'Judith Hargreaves', ['Tom Hargreaves', 'Helen Okafor'], true)

  it('is said one after the other', () => {
    expect(obstacleOf(whole, 'Judith Hargreaves', [], false)).toBe(texts.readFirst)
    expect(missing({ consent: false })).toBe(texts.consentFirst)
    expect(missing({ name: 'Judith' })).toBe(texts.nameFirst('Judith Hargreaves'))
    expect(missing({ signature: '' })).toBe(texts.signFirst)
    expect(missing({ witnessName: ' ' })).toBe(texts.witnessNameFirst)
    expect(missing({ witnessAddress: 'Exeter' })).toBe(texts.addressFirst)
    expect(missing({ witnessConsent: false })).toBe(texts.witnessConsentFirst)
    expect(missing({ witnessSignature: '' })).toBe(texts.witnessSignFirst)
    expect(missing({})).toBeUndefined()
  })

  it('is another witness where it is one of the parties, or the same drawing', () => {
    for (const witnessName of ['judith  hargreaves', 'Tom Hargreaves', 'Helen Okafor']) expect(missing({ witnessName })).toBe(texts.somebodyElse)
    expect(missing({ witnessSignature: 'a' })).toBe(texts.somebodyElse)
    expect(isSomebodyOf('', [''])).toBe(false)
  })
})

describe('the guarantor by the private link', () => {
  it('reads and signs the deed, hands over to the witness, sees what is next', async () => {
    answer('get', secret, (count) => HttpResponse.json(count === 1 ? judiths() : judiths({ state: 'signed', signedAt: '2026-11-25T09:00:00Z' })))
    const signed = answer('post', `${secret}/sign`, () => HttpResponse.json(judiths()))
    const app = renderApp('/agreement?token=secret')
    expect(await screen.findByRole('heading', { level: 1, name: texts.title })).toBeVisible()
    expect(screen.getByText('£7,320.00')).toBeVisible()
    expect(screen.getByText(texts.mostMonths)).toBeVisible()
    expect(screen.getByText(texts.rises('£671.00'))).toBeVisible()
    expect(screen.getByText(texts.lasts('Tom Hargreaves'))).toBeVisible()
    expect(screen.queryByLabelText(texts.consent)).toBeNull()
    await openDeed(app)
    expect(screen.getByText(texts.afterYou)).toBeVisible()
    await app.user.click(await screen.findByLabelText(texts.consent))
    await app.user.type(screen.getByLabelText(texts.fullName), 'judith hargreaves')
    await typeInto(app, pad.label, 'Judith Hargreaves')
    await app.user.type(await screen.findByLabelText(texts.witnessName), 'Judith Hargreaves')
    expect(screen.getByText(texts.somebodyElse)).toBeVisible()
    await app.user.clear(screen.getByLabelText(texts.witnessName))
    await app.user.type(screen.getByLabelText(texts.witnessName), 'Maureen Clarke')
    await app.user.type(screen.getByLabelText(texts.witnessAddress), '29 Sedgefield Rise, Exeter')
    await app.user.click(screen.getByLabelText(texts.witnessConsent('Judith Hargreaves')))
    expect(screen.getByText(texts.witnessSignFirst)).toBeVisible()
    const send = screen.getByRole('button', { name: texts.sign })
    expect(send).toBeDisabled()
    await typeInto(app, texts.witnessSignature, 'Maureen Clarke')
    await app.user.click(send)
    expect(await screen.findByText(texts.done)).toBeVisible()
    expect(screen.getByText(texts.youSigned)).toBeVisible()
    const witness = { name: 'Maureen Clarke', address: '29 Sedgefield Rise, Exeter', consent: true, signature: expect.stringContaining(drawnPicture) as string }
    expect(signed.bodies).toEqual([expect.objectContaining({ name: 'judith hargreaves', consent: true, documentHash: 'd'.repeat(64), witness })])
    expect(signed.headers[0]?.get('idempotency-key')).toBeTruthy()
  })

  it('for several tenants leaves to the deed what the death of one means', async () => {
    answer('get', secret, () => HttpResponse.json(judiths({ tenantNames: ['Tom Hargreaves', 'Ann Lee'] })))
    renderApp('/agreement?token=secret')
    expect(await screen.findByText(texts.lastsOfSeveral)).toBeVisible()
    expect(screen.getByText(texts.pays('Tom Hargreaves and Ann Lee', '£7,320.00'))).toBeVisible()
  })

  it('declines in the guarantor’s words', async () => {
    answer('get', secret, (count) => HttpResponse.json(count === 1 ? judiths() : judiths({ state: 'void' }, { state: 'declined' })))
    const declined = answer('post', `${secret}/decline`, () => HttpResponse.json({}))
    const app = renderApp('/agreement?token=secret')
    await app.user.click(await screen.findByRole('button', { name: texts.decline }))
    const dialog = within(await screen.findByRole('dialog', { name: texts.declineTitle }))
    await app.user.click(dialog.getByRole('button', { name: texts.declineConfirm }))
    expect(await screen.findByText(texts.void)).toBeVisible()
    expect(declined.bodies).toEqual([{}])
  })

  it.each([
    ['signed' as const, {}, texts.youSigned],
    ['inForce' as const, {}, texts.inForce],
    ['inForce' as const, { endDate: '2027-02-01', endReason: 'notice' as const }, texts.ends('1 February 2027')],
    ['ended' as const, { endDate: '2027-02-01', endReason: 'notice' as const }, texts.ended('1 February 2027')],
  ])('says that the deed is %s', async (state, changes, title) => {
    answer('get', secret, () => HttpResponse.json(judiths({ state, signedAt: '2026-11-25T09:00:00Z', ...changes })))
    renderApp('/agreement?token=secret')
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.getByRole('button', { name: texts.download })).toBeVisible()
    expect(screen.queryByRole('button', { name: texts.sign })).toBeNull()
  })

  it('a deed that cannot be loaded says so', async () => {
    answer('get', secret, () => HttpResponse.json(judiths()))
    answer('get', `${secret}/deeds/4/document`, () => problem(503, { reason: 'UNAVAILABLE' }))
    renderApp('/agreement?token=secret')
    expect(await screen.findByText(/The deed/, { selector: '[role="alert"] *, [role="alert"]' })).toBeVisible()
  })
})

describe('the landlord', () => {
  const base = '/api/tenant-applications/41/agreement'
  const page = '/landlord-applications/41/agreement'

  it('sees the deed beside the agreement and records its end', async () => {
    setViewport({ width: 1440 })
    answer('get', '/api/tenant-applications/41', () => HttpResponse.json(anApplication({ status: 'Approved' })))
    answer('get', `${base}/document`, bytes)
    const witness = { name: 'Maureen Clarke', address: '29 Sedgefield Rise\nExeter', occupation: null }
    answer('get', base, () => HttpResponse.json(anAgreementFor('landlord', { state: 'signed', deeds: [aDeed({ state: 'inForce', witness, signedAt: '2026-11-25T09:00:00Z' })] })))
    const ended = answer('post', `${base}/deeds/4/end`, () => HttpResponse.json(anAgreementFor('landlord')))
    const app = renderApp(page, { user: aUser() })
    expect(await screen.findByText(panel.state.inForce)).toBeVisible()
    expect(screen.getByText(panel.witness('Maureen Clarke', '29 Sedgefield Rise, Exeter'))).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: panel.end }))
    const dialog = within(await screen.findByRole('dialog', { name: panel.endTitle }))
    await app.user.selectOptions(dialog.getByLabelText(panel.reason), 'agreed')
    await app.user.type(dialog.getByLabelText('Day'), '1')
    await app.user.type(dialog.getByLabelText('Month'), '2')
    await app.user.type(dialog.getByLabelText('Year'), '2027')
    await app.user.click(dialog.getByRole('button', { name: panel.end }))
    expect(await screen.findByText(panel.ended)).toBeVisible()
    expect(ended.bodies).toEqual([{ reason: 'agreed', endDate: '2027-02-01' }])
  })
})

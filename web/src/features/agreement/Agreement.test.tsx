import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { anAgreement, anAgreementFor } from '@/test/agreementFactories'
import { anApplication } from '@/test/applicationFactories'
import { setViewport } from '@/test/browser'
import { installCanvas, drawnPicture } from '@/test/canvas'
import { aUser, aUserWith } from '@/test/factories'
import { renderApp, type App } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { signature as pad } from '@/lib/signature'
import { endedLink } from '@/ui/endedLink.messages'
import { pdf } from '@/ui/pdf/pdf'
import { agreement as texts } from './messages'

const base = '/api/tenant-applications/41/agreement'
const landlord = aUser()
const page = '/landlord-applications/41/agreement'

beforeEach(() => {
  installCanvas()
  // jsdom cannot draw: two pages that are there at once.
  vi.spyOn(pdf, 'open').mockResolvedValue({ pages: 2, sizeOf: () => Promise.resolve({ width: 595, height: 842 }), draw: () => Promise.resolve(), close: () => undefined })
  answer('get', '/api/tenant-applications/41', () => HttpResponse.json(anApplication({ status: 'Approved' })))
  for (const path of [base, '/api/agreements/secret']) answer('get', `${path}/document`, () => new HttpResponse('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }))
})

const linked = (changes: Partial<ReturnType<typeof anAgreement>> = {}) => ({ ...anAgreementFor('tenant', changes), organisationName: 'Okafor Lettings' })

async function typeSignature(app: App, name: string): Promise<void> {
  await app.user.click(await screen.findByLabelText(texts.consent))
  await app.user.type(screen.getByLabelText(texts.fullName), name)
  await app.user.click(screen.getByRole('button', { name: pad.type }))
  await app.user.type(screen.getByLabelText(pad.name), name)
}

describe('by the private link', () => {
  it('a tenant reads, agrees and signs; the secret leaves the address', async () => {
    answer('get', '/api/agreements/secret', (count) => {
      const agreement = linked()
      const [tom, ...others] = agreement.signers
      return HttpResponse.json(count === 1 || tom === undefined ? agreement : { ...agreement, signers: [{ ...tom, signedAt: '2026-11-24T18:04:00Z' }, ...others] })
    })
    const signed = answer('post', '/api/agreements/secret/sign', () => HttpResponse.json(anAgreementFor('tenant')))
    const app = renderApp('/agreement?token=secret')
    expect(await screen.findByText(texts.whom('Okafor Lettings'))).toBeVisible()
    expect(app.address()).toBe('/agreement')
    const sign = screen.getByRole('button', { name: texts.sign })
    expect(await screen.findByText(texts.consentFirst)).toBeVisible()
    expect(sign).toBeDisabled()
    await app.user.click(screen.getByLabelText(texts.consent))
    expect(screen.getByText(texts.nameFirst('Tom Hargreaves'))).toBeVisible()
    await app.user.click(screen.getByLabelText(texts.consent))
    await typeSignature(app, 'tom hargreaves')
    await app.user.click(sign)
    expect(await screen.findByText(texts.signed)).toBeVisible()
    expect(screen.getByText(texts.nextIs('Judith Hargreaves'))).toBeVisible()
    expect(signed.bodies).toEqual([expect.objectContaining({ name: 'tom hargreaves', consent: true, signature: drawnPicture, documentHash: anAgreement().documentHash })])
    expect(signed.headers[0]?.get('idempotency-key')).toBeTruthy()
    expect(screen.queryByRole('button', { name: texts.sign })).toBeNull()
  })

  it('a phone shows the main terms, and opening the pages enables signing', async () => {
    setViewport({ width: 360 })
    answer('get', '/api/agreements/secret', () => HttpResponse.json(linked()))
    const app = renderApp('/agreement?token=secret')
    expect(await screen.findByText('£610.00 per month, due on the 1st')).toBeVisible()
    expect(screen.getByText(texts.openFirst)).toBeVisible()
    const read = screen.getByRole('button', { name: texts.readAll(6) })
    await vi.waitFor(() => expect(read).toBeEnabled())
    await app.user.click(read)
    const reader = within(await screen.findByRole('dialog', { name: texts.paper(6) }))
    expect(await reader.findByRole('region', { name: 'Page 2 of 2' })).toBeInTheDocument()
    await app.user.click(reader.getByRole('button', { name: texts.larger }))
    await app.user.click(reader.getByRole('button', { name: texts.done }))
    expect(await screen.findByText(texts.consentFirst)).toBeVisible()
    expect(screen.getByText(/^Opened at/)).toBeVisible()
  })

  it('who does not want to sign says so, and why', async () => {
    answer('get', '/api/agreements/secret', (count) => HttpResponse.json(linked(count === 1 ? {} : { state: 'declined', reason: 'The deposit is wrong.' })))
    const declined = answer('post', '/api/agreements/secret/decline', () => HttpResponse.json({}))
    const app = renderApp('/agreement?token=secret')
    await app.user.click(await screen.findByRole('button', { name: texts.decline }))
    const dialog = within(await screen.findByRole('dialog', { name: texts.declineTitle }))
    await app.user.type(dialog.getByLabelText(/^Reason/), 'The deposit is wrong.')
    await app.user.click(dialog.getByRole('button', { name: texts.declineConfirm }))
    expect(await screen.findByText(texts.standing.declined)).toBeVisible()
    expect(screen.getByText(/The deposit is wrong\./)).toBeVisible()
    expect(declined.bodies).toEqual([{ reason: 'The deposit is wrong.' }])
  })

  it('an agreement that changed meanwhile is read again', async () => {
    answer('get', '/api/agreements/secret', (count) => HttpResponse.json(linked(count === 1 ? {} : { state: 'voided', reason: 'The rent changed.' })))
    answer('post', '/api/agreements/secret/sign', () => problem(409, { reason: 'AGREEMENT_CLOSED', detail: 'This agreement is void.' }))
    const app = renderApp('/agreement?token=secret')
    await typeSignature(app, 'Tom Hargreaves')
    await app.user.click(screen.getByRole('button', { name: texts.sign }))
    expect(await screen.findByText(texts.standing.voided)).toBeVisible()
  })

  it('a link that is not good says so', async () => {
    answer('get', '/api/agreements/secret', () => problem(404, { reason: 'LINK_INVALID' }))
    renderApp('/agreement?token=secret')
    await screen.findByRole('heading', { level: 1, name: texts.invalid })
    expect(screen.getByText(texts.invalidText)).toBeVisible()
  })

  it('whoever belongs to it no more reads that it is closed', async () => {
    answer('get', '/api/agreements/secret', () => problem(410, { reason: 'LINK_CLOSED' }))
    renderApp('/agreement?token=secret')
    await screen.findByRole('heading', { level: 1, name: endedLink.closed })
    expect(screen.getByText(texts.closedText)).toBeVisible()
  })
})

it('an applicant signs with their account', async () => {
  answer('get', '/api/tenant-applications', () => HttpResponse.json([anApplication()]))
  answer('get', base, () => HttpResponse.json(anAgreementFor('tenant')))
  renderApp('/tenant-status/agreement?application=41', { user: aUserWith('Tenant') })
  expect(await screen.findByRole('heading', { name: texts.signAs.tenant })).toBeVisible()
})

describe('the landlord', () => {
  it('waits, reminds, and voids with a reason that the parties read', async () => {
    answer('get', base, (count) => HttpResponse.json(anAgreementFor('landlord', count < 3 ? {} : { state: 'voided', reason: 'The rent changed.' })))
    const reminded = answer('post', `${base}/remind`, () => HttpResponse.json(anAgreement()))
    const voided = answer('post', `${base}/void`, () => HttpResponse.json(anAgreement()))
    const app = renderApp(page, { user: landlord })
    expect(await screen.findByText(texts.waitingFor('Tom Hargreaves'))).toBeVisible()
    expect(screen.getByText(/link sent 24\/11\/2026, not opened yet/)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: texts.remind }))
    expect(await screen.findByRole('alertdialog', { name: texts.remindAsk })).toHaveTextContent('Tom Hargreaves')
    expect(reminded.headers).toHaveLength(0)
    await app.user.click(screen.getByRole('button', { name: texts.remindSend }))
    expect(await screen.findByText(texts.reminded)).toBeVisible()
    expect(reminded.headers).toHaveLength(1)
    await app.user.click(screen.getByRole('button', { name: texts.void }))
    const dialog = within(await screen.findByRole('dialog', { name: texts.voidTitle }))
    await app.user.click(dialog.getByRole('button', { name: texts.void }))
    expect(await dialog.findByText(texts.voidRequired)).toBeVisible()
    await app.user.type(dialog.getByLabelText(texts.reason), 'The rent changed.')
    await app.user.click(dialog.getByRole('button', { name: texts.void }))
    expect(await screen.findByText(texts.standing.voided)).toBeVisible()
    expect(voided.bodies).toEqual([{ reason: 'The rent changed.' }])
    expect(screen.getByRole('link', { name: texts.createNew })).toHaveAttribute('href', `${page}/new`)
  })

  it('signs last, and a Viewer reads alone', async () => {
    const agreement = anAgreementFor('landlord')
    const signers = agreement.signers.map((signer) => (signer.party === 'landlord' ? { ...signer, maySign: true } : { ...signer, maySign: false, signedAt: '2026-11-24T11:00:00Z' }))
    answer('get', base, () => HttpResponse.json({ ...agreement, signers }))
    renderApp(page, { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }) })
    expect(await screen.findByText(texts.yourTurn)).toBeVisible()
    expect(screen.queryByRole('button', { name: texts.sign })).toBeNull()
    expect(screen.queryByRole('button', { name: texts.void })).toBeNull()
  })

  it('signs under the own name, with any apostrophe', async () => {
    const agreement = anAgreementFor('landlord')
    const own = ['Aoife O\'Neill', 'Helen Okafor']
    const signers = agreement.signers.map((signer) => (signer.party === 'landlord' ? { ...signer, maySign: true, ownNames: own } : { ...signer, maySign: false, signedAt: '2026-11-24T11:00:00Z' }))
    answer('get', base, () => HttpResponse.json({ ...agreement, signers }))
    const signed = answer('post', `${base}/sign`, () => HttpResponse.json(agreement))
    const app = renderApp(page, { user: landlord })
    expect(await screen.findByText(texts.ownNameHint("Aoife O'Neill or Helen Okafor"))).toBeVisible()
    await typeSignature(app, 'Aoife O’Neill')
    await app.user.click(screen.getByRole('button', { name: texts.sign }))
    await vi.waitFor(() => expect(signed.bodies).toEqual([expect.objectContaining({ name: 'Aoife O’Neill' })]))
  })

  it('has a way to make one where there is none', async () => {
    answer('get', base, () => problem(404, { reason: 'AGREEMENT_NOT_FOUND' }))
    renderApp(page, { user: landlord })
    expect(await screen.findByRole('link', { name: texts.create })).toHaveAttribute('href', `${page}/new`)
  })
})

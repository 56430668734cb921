import { cleanup, screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { anAgreement, someTerms } from '@/test/agreementFactories'
import { anApplication } from '@/test/applicationFactories'
import { setViewport } from '@/test/browser'
import { aUser } from '@/test/factories'
import { renderApp, type App } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { pdf } from '@/ui/pdf/pdf'
import { form, preview } from './form/messages'

const base = '/api/tenant-applications/41/agreement'
const page = '/landlord-applications/41/agreement'
const landlord = aUser()
const proposal = { nation: 'England' as const, terms: someTerms(), depositCap: '703.84', missing: [] as string[], edition: '2026-05-01', agreedDeposit: '700.00' }
const mails = [
  { name: 'Tom Hargreaves', email: 'tom@mail.example', subject: 'Please sign your tenancy agreement', text: 'Follow the link.' },
  { name: 'Judith Hargreaves', email: 'judith@mail.example', subject: 'Please sign as guarantor', text: 'Follow the link, too.' },
]
const details = { kind: null, names: [], companyNumber: null, tradingAs: null, noticeAddress: null, contactName: null, contactPhone: null, contactEmail: null, version: 1 }

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(pdf, 'open').mockResolvedValue({ pages: 6, sizeOf: () => Promise.resolve({ width: 595, height: 842 }), draw: () => Promise.resolve(), close: () => undefined })
  answer('get', '/api/tenant-applications/41', () => HttpResponse.json(anApplication({ status: 'Approved' })))
  answer('get', base, () => HttpResponse.json(anAgreement()))
  answer('post', `${base}/preview/mails`, () => HttpResponse.json(mails))
})

const aPdf = () => new HttpResponse('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } })
const ready = async () => vi.waitFor(() => expect(screen.getByRole('button', { name: form.issue })).toBeEnabled())

async function issue(app: App): Promise<void> {
  await ready()
  await app.user.click(screen.getByRole('button', { name: form.issue }))
  const question = within(await screen.findByRole('alertdialog', { name: form.askTitle }))
  expect(question.getByText('tom@mail.example')).toBeVisible()
  await app.user.click(question.getByRole('button', { name: form.issue }))
}

describe('a new agreement', () => {
  it('is looked at, asked about once and issued, and its landlord is kept', async () => {
    const drafts = answer('post', `${base}/preview`, aPdf)
    answer('get', `${base}/proposal`, () => HttpResponse.json(proposal))
    answer('get', '/api/organisation/landlord', () => HttpResponse.json(details))
    const kept = answer('put', '/api/organisation/landlord', () => HttpResponse.json(details))
    const issued = answer('post', base, (count) =>
      count === 1 ? problem(422, { detail: 'The deposit is above its cap.', errors: { deposit: ['The deposit is above its cap.'] } }) : HttpResponse.json(anAgreement(), { status: 201 }),
    )
    const app = renderApp(`${page}/new`, { user: landlord })
    expect(await screen.findByText(form.depositCap('£703.84'))).toBeVisible()
    expect(await screen.findByText(preview.of(1, 6))).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: preview.later }))
    expect(screen.getByText(preview.of(2, 6))).toBeVisible()
    const deposit = screen.getByLabelText(form.deposit)
    await app.user.clear(deposit)
    await app.user.type(deposit, '800')
    await issue(app)
    expect((await screen.findAllByText('The deposit is above its cap.')).length).toBeGreaterThan(0)
    await app.user.clear(deposit)
    await app.user.type(deposit, '700')
    await issue(app)
    expect(await screen.findByText(form.issued)).toBeVisible()
    expect(app.address()).toBe(page)
    expect(issued.bodies.at(-1)).toEqual(expect.objectContaining({ deposit: '700.00', landlordName: 'Helen Okafor', landlordTradingAs: 'Okafor Lettings', monthlyRent: '610.00' }))
    expect(drafts.bodies).toContainEqual(expect.objectContaining({ deposit: '800.00' }))
    expect(kept.bodies).toEqual([expect.objectContaining({ kind: 'person', names: ['Helen Okafor'], tradingAs: 'Okafor Lettings' })])
  })

  it('shows the deed that the guarantor signs beside the agreement', async () => {
    const drafts = answer('post', `${base}/preview`, aPdf)
    answer('get', `${base}/proposal`, () => HttpResponse.json({ ...proposal, terms: someTerms({ guaranteeLimit: '7320.00' }) }))
    const app = renderApp(`${page}/new`, { user: landlord })
    await screen.findByText(preview.of(1, 6))
    expect(drafts.bodies.filter((body) => (body as { deed?: boolean }).deed === true)).toEqual([])
    await app.user.click(screen.getByRole('radio', { name: preview.kinds.deed }))
    await vi.waitFor(() => expect(drafts.bodies.at(-1)).toEqual(expect.objectContaining({ deed: true, guarantorSigns: true })))
    expect(screen.getByText(preview.deedText)).toBeVisible()
    await app.user.click(screen.getByRole('checkbox', { name: form.guarantor }))
    await vi.waitFor(() => expect(screen.queryByRole('radio', { name: preview.kinds.deed })).toBeNull())
  })

  it('asks for the deposit, or the tick that none is taken', async () => {
    answer('post', `${base}/preview`, aPdf)
    answer('get', `${base}/proposal`, () => HttpResponse.json({ ...proposal, terms: someTerms({ deposit: null }) }))
    const app = renderApp(`${page}/new`, { user: landlord })
    expect(await screen.findByText(form.depositFirst)).toBeVisible()
    expect(screen.getByRole('button', { name: form.issue })).toBeDisabled()
    await app.user.click(screen.getByRole('button', { name: form.useDeposit('£700.00') }))
    expect(screen.getByLabelText(form.deposit)).toHaveValue('700.00')
    await ready()
    await app.user.clear(screen.getByLabelText(form.deposit))
    expect((await screen.findAllByText(form.mistakes.depositMissing)).length).toBeGreaterThan(0)
    await app.user.click(screen.getByLabelText(form.noDeposit))
    expect(screen.queryByText(form.depositFirst)).toBeNull()
    await ready()
  })

  it('waits while the preview could not be made', async () => {
    answer('post', `${base}/preview`, (count) => (count === 1 ? problem(503, { detail: 'Busy.' }) : aPdf()))
    answer('get', `${base}/proposal`, () => HttpResponse.json(proposal))
    const app = renderApp(`${page}/new`, { user: landlord })
    expect((await screen.findAllByText(preview.failed)).length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: form.issue })).toBeDisabled()
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    await ready()
  })

  it('shows both emails, and names the landlord first', async () => {
    answer('post', `${base}/preview`, aPdf)
    answer('get', `${base}/proposal`, () => HttpResponse.json({ ...proposal, terms: someTerms({ landlordName: '', landlordAddress: '' }) }))
    const app = renderApp(`${page}/new`, { user: landlord })
    expect(await screen.findByText(form.landlordFirst)).toBeVisible()
    expect(await screen.findByText(preview.sentTo('Tom Hargreaves and Judith Hargreaves'))).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: preview.seeTwo }))
    const dialog = within(await screen.findByRole('dialog', { name: preview.mails }))
    expect(dialog.getByText('Follow the link, too.')).toBeVisible()
  })

  it('is kept on the device as a draft, and is back afterwards', async () => {
    answer('post', `${base}/preview`, aPdf)
    answer('get', `${base}/proposal`, () => HttpResponse.json(proposal))
    const app = renderApp(`${page}/new`, { user: landlord })
    const deposit = await screen.findByLabelText(form.deposit)
    await app.user.clear(deposit)
    await app.user.type(deposit, '650')
    await app.user.click(screen.getByRole('button', { name: form.saveDraft }))
    expect(await screen.findByText(form.draftSaved)).toBeVisible()
    cleanup()
    renderApp(`${page}/new`, { user: landlord })
    expect(await screen.findByText(form.draftTaken)).toBeVisible()
    expect(screen.getByLabelText(form.deposit)).toHaveValue('650.00')
  })

  it('on a phone opens all pages over the whole screen', async () => {
    setViewport({ width: 360 })
    answer('post', `${base}/preview`, aPdf)
    answer('get', `${base}/proposal`, () => HttpResponse.json(proposal))
    const app = renderApp(`${page}/new`, { user: landlord })
    const open = await screen.findByRole('button', { name: preview.opening })
    await vi.waitFor(() => expect(open).toBeEnabled())
    await app.user.click(open)
    expect(await screen.findByRole('region', { name: 'Page 6 of 6' })).toBeInTheDocument()
  })

  it('says that it takes the place of one that waits, and what is missing', async () => {
    answer('post', `${base}/preview`, aPdf)
    answer('get', '/api/tenant-applications/41', () => HttpResponse.json(anApplication({ status: 'Approved', agreementState: 'issued' })))
    answer('get', `${base}/proposal`, () => HttpResponse.json({ ...proposal, missing: ['Record the right to rent of Tom Hargreaves.'] }))
    renderApp(`${page}/new`, { user: landlord })
    expect(await screen.findByText(form.replaces)).toBeVisible()
    expect(screen.getByText(form.edition('1 May 2026'))).toBeVisible()
    expect(screen.getByText('Record the right to rent of Tom Hargreaves.')).toBeVisible()
    expect(screen.getByRole('button', { name: form.issue })).toBeDisabled()
  })

  it('outside England is the landlord’s own document', async () => {
    answer('get', `${base}/proposal`, () => HttpResponse.json({ ...proposal, nation: 'Scotland', depositCap: null }))
    answer('get', '/api/organisation/landlord', () => HttpResponse.json(details))
    answer('put', '/api/organisation/landlord', () => HttpResponse.json(details))
    answer('post', base, () => HttpResponse.json(anAgreement(), { status: 201 }))
    const app = renderApp(`${page}/new`, { user: landlord })
    expect(await screen.findByText(form.fieldsFirst)).toBeVisible()
    await app.user.upload(screen.getByLabelText(form.document, { selector: 'input' }), new File(['%PDF-1.7'], 'prt.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText('prt.pdf')).toBeVisible()
    await issue(app)
    expect(await screen.findByText(form.issued)).toBeVisible()
  })
})

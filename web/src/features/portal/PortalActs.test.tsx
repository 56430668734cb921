import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aUserWith } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aLandlordContact, aPortal, aPortalTenancy, aTenant } from '@/test/tenantFactories'
import { acts as texts, answers, papers, reference } from './messages'

const user = aUserWith('Tenant')
const notice = { earliestDate: '2027-01-31', reason: 'Two months, to the end of a rent period.', said: ['Give it in writing.'] }

const deposit = {
  amount: '645.00',
  receivedDate: '2025-06-01',
  protectByDate: '2025-07-01',
  scheme: 'DPS' as const,
  schemeReference: '40718803',
  protectedDate: '2025-06-09',
  informationDate: null,
  informByDate: null,
  returnDate: null,
  returned: null,
  deductions: null,
  billDocumentId: null,
  answers: [],
  clockRule: null,
  clockDoubt: null,
  warnings: [],
}

beforeEach(() => {
  answer('get', '/api/tenant-portal', () =>
    HttpResponse.json(aPortal({ notice, deposit, household: ['Ben Ashworth'], landlord: aLandlordContact(), paymentDetails: 'Okafor Lettings, 00-12-34, 01234567, BRENNAN R3' })),
  )
})

const open = async (name: string) => {
  const app = renderApp('/tenant-dashboard', { user })
  await app.user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
  return { app, dialog: within(await screen.findByRole('dialog', { name })) }
}

describe('what a tenant reads of their home', () => {
  it('says whom to ask, how to pay, what the deposit is and who lives there', async () => {
    renderApp('/tenant-dashboard', { user })
    const lets = within(await screen.findByRole('region', { name: 'Your landlord' }))
    expect(lets.getByText('Helen Okafor, Okafor Lettings')).toBeVisible()
    expect(lets.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:01174960140')
    expect(lets.getByRole('link', { name: 'Write' })).toHaveAttribute('href', 'mailto:helen@okafor.example')
    expect(lets.getByText('Address for notices: 4 Queen Charlotte Court, Bristol BS1 4HE')).toBeVisible()
    expect(lets.getByRole('link', { name: '0800 111 999' })).toBeVisible()
    expect(screen.getByText('Okafor Lettings, 00-12-34, 01234567, BRENNAN R3')).toBeVisible()
    const held = within(screen.getByRole('region', { name: texts.deposit }))
    expect(held.getByText('£645.00')).toBeVisible()
    expect(held.getByText('DPS 40718803')).toBeVisible()
    expect(screen.getByText(texts.householdText('Ben Ashworth'))).toBeVisible()
  })

  it('copies how to pay', async () => {
    const app = renderApp('/tenant-dashboard', { user })
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await app.user.click(await screen.findByRole('button', { name: texts.copy }))
    expect(write).toHaveBeenCalledWith('Okafor Lettings, 00-12-34, 01234567, BRENNAN R3')
    expect(await screen.findByText(texts.copied)).toBeVisible()
  })

  it('shows a former home’s deposit, and offers only to write', async () => {
    const tenant = aTenant({ leaseStatus: 'Ended', leaveDate: '2026-10-31' })
    const returned = { ...deposit, returnDate: '2026-11-09', returned: '630.00', deductions: 'A new key for the front door' }
    answer('get', '/api/tenant-portal', () =>
      HttpResponse.json(aPortal({ tenant, deposit: returned, tenancies: [aPortalTenancy({ leaseStatus: 'Ended', leaveDate: '2026-10-31', accessEnd: '2027-10-31' })] })),
    )
    renderApp('/tenant-dashboard', { user })
    const held = within(await screen.findByRole('region', { name: texts.deposit }))
    expect(held.getByText('£630.00')).toBeVisible()
    expect(held.getByText('A new key for the front door')).toBeVisible()
    expect(held.getByText('−£15.00')).toBeVisible()
    // No document shows it.
    expect(held.queryByRole('button', { name: texts.seeBill })).toBeNull()
    expect(held.getByText(answers.needed)).toBeVisible()
    expect(screen.getByRole('button', { name: new RegExp(`^${texts.write}`) })).toBeVisible()
    for (const name of [texts.notice, texts.pet, texts.reach]) expect(screen.queryByRole('button', { name: new RegExp(`^${name}`) })).toBeNull()
  })
})

describe('the certificates of the home', () => {
  const all = [
    { id: 7, certificateType: 'Gas Safety' as const, issueDate: '2025-11-24', expiryDate: '2026-11-24', state: 'Expired' as const, hasDocument: true },
    { id: 8, certificateType: 'EPC' as const, issueDate: null, expiryDate: '2030-01-01', state: 'Valid' as const, hasDocument: false },
  ]

  it('are summed up in a row, and listed with their documents', async () => {
    answer('get', '/api/tenant-portal/certificates', () => HttpResponse.json(all))
    const read = answer('get', '/api/tenant-portal/certificates/7/document', () => new HttpResponse('%PDF', { headers: { 'content-type': 'application/pdf' } }))
    const { app, dialog } = await open(papers.certificates)
    expect(screen.getByText('Gas Safety expired on 24/11/2026. 1 other in date.', { ignore: '[aria-hidden]' })).toBeInTheDocument()
    expect(dialog.getByText(papers.expired('24/11/2026'))).toBeVisible()
    expect(dialog.getByText(papers.issued('24/11/2025'))).toBeVisible()
    expect(dialog.getByText(papers.noDocument)).toBeVisible()
    const tab = { location: { replace: vi.fn() }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:certificate')
    await app.user.click(dialog.getByRole('button', { name: papers.openOf('Gas Safety') }))
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('blob:certificate'))
    expect(read.queries[0]).toEqual({ tenancyId: '3' })
  })

  it('can be retried after a failure, and the portal stands', async () => {
    const asked = answer('get', '/api/tenant-portal/certificates', (count) => (count === 1 ? problem(403) : HttpResponse.json([])))
    const app = renderApp('/tenant-dashboard', { user })
    const panel = within(await screen.findByRole('region', { name: papers.panel }))
    expect(screen.getByRole('region', { name: texts.deposit })).toBeVisible()
    await app.user.click(panel.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText(papers.none)).toBeVisible()
    expect(asked.bodies).toHaveLength(2)
  })
})

describe('what a former tenant says', () => {
  const tenant = aTenant({ leaseStatus: 'Ended', leaseStart: '2025-06-02', leaveDate: '2026-10-31', rentAmount: '560.00', propertyAddress: '212 Ashmead Road, Bristol', propertyPostcode: 'BS6 7QD' })
  const returned = { ...deposit, returnDate: '2026-11-09', returned: '630.00', deductions: 'A new key for the front door' }
  const said = (agreed: boolean, text: string | null) => ({ tenantId: 5, tenantName: 'Aoife Brennan', agreed, text, answeredAt: '2026-11-20T09:00:00Z', outdated: false })
  const show = (own: ReturnType<typeof said>[]) =>
    answer('get', '/api/tenant-portal', () =>
      HttpResponse.json(aPortal({ tenant, deposit: { ...returned, answers: own }, tenancies: [aPortalTenancy({ leaseStatus: 'Ended', leaveDate: '2026-10-31', accessEnd: '2027-10-31' })] })),
    )

  it('opens the bill of what was kept', async () => {
    const billed = { ...returned, billDocumentId: 44 }
    answer('get', '/api/tenant-portal', () =>
      HttpResponse.json(aPortal({ tenant, deposit: billed, tenancies: [aPortalTenancy({ leaseStatus: 'Ended', leaveDate: '2026-10-31', accessEnd: '2027-10-31' })] })),
    )
    const read = answer('get', `/api/tenants/${String(tenant.id)}/documents/44/content`, () => problem(404, { detail: 'It is gone.' }))
    const app = renderApp('/tenant-dashboard', { user })
    const held = within(await screen.findByRole('region', { name: texts.deposit }))
    await app.user.click(held.getByRole('button', { name: texts.seeBill }))
    expect(await screen.findByText(texts.billFailed)).toBeVisible()
    expect(read.headers).toHaveLength(1)
  })

  it('agrees with what was given back', async () => {
    show([])
    const asked = answer('post', '/api/tenant-portal/deposit-answers', () => HttpResponse.json({ ...returned, answers: [said(true, null)] }))
    const app = renderApp('/tenant-dashboard', { user })
    const agree = await screen.findByRole('button', { name: answers.agree })
    show([said(true, null)])
    await app.user.click(agree)
    expect(await screen.findByText(answers.agreedOn('20 November 2026'))).toBeVisible()
    expect(asked.bodies).toEqual([{ tenancyId: 3, agreed: true, returnDate: '2026-11-09', returned: '630.00' }])
    expect(screen.queryByText(answers.needed)).toBeNull()
    expect(screen.getByRole('button', { name: answers.disagreeNow })).toBeVisible()
  })

  it('says why they do not agree, and who decides', async () => {
    show([])
    const asked = answer('post', '/api/tenant-portal/deposit-answers', () => HttpResponse.json({ ...returned, answers: [said(false, 'It was not lost.')] }))
    const app = renderApp('/tenant-dashboard', { user })
    expect(await screen.findByText(answers.decides(answers.schemes.DPS.name))).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: answers.disagree }))
    const dialog = within(await screen.findByRole('dialog', { name: answers.disagree }))
    expect(dialog.getByRole('link', { name: answers.schemes.DPS.site })).toHaveAttribute('href', 'https://www.depositprotection.com')
    await app.user.click(dialog.getByRole('button', { name: answers.send }))
    expect((await dialog.findAllByText(answers.whyMissing))[0]).toBeVisible()
    await app.user.type(dialog.getByLabelText(answers.why), 'It was not lost.')
    show([said(false, 'It was not lost.')])
    await app.user.click(dialog.getByRole('button', { name: answers.send }))
    await waitFor(() => expect(asked.bodies).toEqual([{ tenancyId: 3, agreed: false, text: 'It was not lost.', returnDate: '2026-11-09', returned: '630.00' }]))
    expect(await screen.findByText(/On 20 November 2026 you said that you don’t agree/)).toHaveTextContent('“It was not lost.”')
    expect(screen.getByRole('button', { name: answers.agreeNow })).toBeVisible()
  })

  it('asks for a reference with a text to begin with', async () => {
    show([])
    const asked = answer('post', '/api/tenant-portal/messages', () => new HttpResponse(null, { status: 202 }))
    const app = renderApp('/tenant-dashboard', { user })
    await app.user.click(await screen.findByRole('button', { name: reference.ask }))
    const dialog = within(await screen.findByRole('dialog', { name: reference.ask }))
    await app.user.click(dialog.getByRole('button', { name: texts.send }))
    await waitFor(() => expect(asked.bodies).toHaveLength(1))
    const { text } = asked.bodies[0] as { text: string }
    for (const part of ['212 Ashmead Road, Bristol', '2 June 2025', '31 October 2026', '£560 a month']) expect(text).toContain(part)
  })
})

describe('what a tenant does of their home', () => {
  it('gives notice on the earliest day or later', async () => {
    const asked = answer('post', '/api/tenant-portal/notice', () => new HttpResponse(null, { status: 204 }))
    const { app, dialog } = await open(texts.notice)
    expect(dialog.getByText(notice.reason)).toBeVisible()
    expect(dialog.getByText(texts.noticeAll)).toBeVisible()
    const day = dialog.getByLabelText('Day')
    await app.user.clear(day)
    await app.user.type(day, '30')
    await app.user.click(dialog.getByRole('button', { name: texts.notice }))
    expect((await dialog.findAllByText(texts.noticeDayTooSoon('31 January 2027')))[0]).toBeVisible()
    await app.user.clear(day)
    await app.user.type(day, '31')
    await app.user.click(dialog.getByRole('button', { name: texts.notice }))
    await waitFor(() => expect(asked.bodies).toEqual([{ tenancyId: 3, lastDate: '2027-01-31' }]))
    expect(await screen.findByText(texts.noticeDoneText('31 January 2027'))).toBeVisible()
  })

  it('says that notice was given though the page heard of it first', async () => {
    let reply: () => void = () => undefined
    const held = new Promise<void>((resolve) => (reply = resolve))
    const asked = answer('post', '/api/tenant-portal/notice', async () => {
      await held
      return new HttpResponse(null, { status: 204 })
    })
    const { app, dialog } = await open(texts.notice)
    await app.user.click(dialog.getByRole('button', { name: texts.notice }))
    await waitFor(() => expect(asked.bodies).toHaveLength(1))
    answer('get', '/api/tenant-portal', () => HttpResponse.json(aPortal({ notice: null, deposit })))
    await app.cache.invalidateQueries()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    reply()
    expect(await screen.findByText(texts.noticeDoneText('31 January 2027'))).toBeVisible()
  })

  it('asks for a pet, and keeps what was typed where that is refused', async () => {
    answer('post', '/api/tenant-portal/pet-requests', () => problem(409, { reason: 'PET_REQUESTS_FULL', detail: '50 requests are recorded.' }))
    const { app, dialog } = await open(texts.pet)
    await app.user.click(dialog.getByRole('button', { name: texts.petSubmit }))
    expect((await dialog.findAllByText(texts.petMissing))[0]).toBeVisible()
    await app.user.type(dialog.getByLabelText(texts.petLabel), 'A small dog')
    await app.user.click(dialog.getByRole('button', { name: texts.petSubmit }))
    expect(await screen.findByText('50 requests are recorded.')).toBeVisible()
    expect(dialog.getByLabelText(texts.petLabel)).toHaveValue('A small dog')
  })

  it('changes the telephone number', async () => {
    const asked = answer('put', '/api/tenant-portal/contact', () => new HttpResponse(null, { status: 204 }))
    const { app, dialog } = await open(texts.reach)
    await app.user.clear(dialog.getByLabelText(texts.phone))
    await app.user.type(dialog.getByLabelText(texts.phone), '07700 900400')
    await app.user.click(dialog.getByRole('button', { name: texts.save }))
    await waitFor(() => expect(asked.bodies[0]).toMatchObject({ tenancyId: 3, phone: '07700 900400' }))
  })

  it('writes to the landlord', async () => {
    const asked = answer('post', '/api/tenant-portal/messages', () => new HttpResponse(null, { status: 202 }))
    const { app, dialog } = await open(texts.write)
    await app.user.type(dialog.getByLabelText(texts.message), 'May I park behind the house?')
    await app.user.click(dialog.getByRole('button', { name: texts.send }))
    await waitFor(() => expect(asked.bodies).toEqual([{ tenancyId: 3, text: 'May I park behind the house?' }]))
    expect(await screen.findByText(texts.writeDoneText)).toBeVisible()
  })
})

import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { londonDay } from '@/lib/civilDate'
import { addDays } from '@/lib/days'
import { emptyFile } from '@/lib/emptyFile'
import { common } from '@/lib/messages'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { aDeposit, aGivenDocument } from '@/test/rentFactories'
import { answer, problem } from '@/test/server'
import { aTenant } from '@/test/tenantFactories'
import { deposit } from './deposit/messages'
import { documents } from './documents/messages'
import { mayBeGiven } from './documents/model'
import { details } from './messages'
import { entryForm } from './rent/messages'

const user = aUser()
const today = londonDay(new Date())

/** Opens Tenant Details. */
function open() {
  answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant()))
  return renderApp('/tenants/5', { user })
}
const dialog = async (name = `${details.title} James Adeyemi`) => within(await screen.findByRole('dialog', { name }))

describe('the deposit', () => {
  it('is recorded, with its scheme', async () => {
    const asked = answer('put', '/api/tenants/5/deposit', () => HttpResponse.json(aDeposit()))
    const app = open()
    await app.user.click(await (await dialog()).findByRole('button', { name: deposit.record }))
    const form = await dialog(deposit.record)
    expect(form.getByLabelText(deposit.amount)).toHaveValue('1700.00')
    const day = within(form.getByRole('group', { name: new RegExp(`^${deposit.receivedDate}`) }))
    await app.user.type(day.getByLabelText(common.day), '20')
    await app.user.click(form.getByRole('button', { name: deposit.save }))
    expect(await form.findAllByText(entryForm.dateInvalid)).not.toHaveLength(0)
    await app.user.type(day.getByLabelText(common.month), '11')
    await app.user.type(day.getByLabelText(common.year), '2026')
    await app.user.selectOptions(form.getByLabelText(deposit.scheme), 'DPS')
    await app.user.type(form.getByLabelText(new RegExp(`^${deposit.reference}`)), 'DPS-1')
    await app.user.click(form.getByRole('button', { name: deposit.save }))
    expect(await screen.findByText(deposit.saved)).toBeVisible()
    expect(asked.bodies).toEqual([{ amount: '1700.00', receivedDate: '2026-11-20', scheme: 'DPS', schemeReference: 'DPS-1' }])
  })

  it('has a clock of 30 days, and is given back with what was kept and why', async () => {
    answer('get', '/api/tenants/5/deposit', () => HttpResponse.json(aDeposit({ protectByDate: addDays(today, -2) })))
    const asked = answer('post', '/api/tenants/5/deposit/return', () => HttpResponse.json(aDeposit()))
    const app = open()
    const shown = await dialog()
    expect(await shown.findByText(deposit.daysLate(2))).toBeVisible()
    await app.user.click(shown.getByRole('button', { name: deposit.giveBack }))
    const form = await dialog(deposit.giveBack)
    const back = form.getByLabelText(deposit.returnAmount)
    await app.user.clear(back)
    await app.user.type(back, '1800')
    await app.user.click(form.getByRole('button', { name: deposit.giveBack }))
    expect(await form.findAllByText(deposit.returnTooMuch('£1,700.00'))).not.toHaveLength(0)
    await app.user.clear(back)
    await app.user.type(back, '1500')
    await app.user.click(form.getByRole('button', { name: deposit.giveBack }))
    expect(await form.findAllByText(deposit.whyRequired)).not.toHaveLength(0)
    await app.user.type(form.getByLabelText(new RegExp(`^${deposit.why}`)), '£200 for a broken door')
    await app.user.click(form.getByRole('button', { name: deposit.giveBack }))
    expect(await screen.findByText(deposit.returnSaved)).toBeVisible()
    expect(asked.bodies).toEqual([{ returnDate: today, returned: '1500.00', deductions: '£200 for a broken door' }])
  })

  it('is given back with a bill that the tenants were given', async () => {
    answer('get', '/api/tenants/5/deposit', () => HttpResponse.json(aDeposit()))
    answer('get', '/api/tenants/5/documents', () => HttpResponse.json([aGivenDocument({ id: 44, kind: 'other', title: 'Locksmith' }), aGivenDocument()]))
    const asked = answer('post', '/api/tenants/5/deposit/return', () => problem(422, { reason: 'DEPOSIT_INVALID', detail: 'Check it.', errors: { billDocumentId: ['Choose a document that the tenants were given.'] } }))
    const app = open()
    await app.user.click(await (await dialog()).findByRole('button', { name: deposit.giveBack }))
    const form = await dialog(deposit.giveBack)
    await app.user.clear(form.getByLabelText(deposit.returnAmount))
    await app.user.type(form.getByLabelText(deposit.returnAmount), '1685')
    await app.user.type(form.getByLabelText(new RegExp(`^${deposit.why}`)), 'A new key')
    const bill = form.getByLabelText(new RegExp(`^${deposit.bill}`))
    expect(within(bill).getAllByRole('option').map(({ textContent }) => textContent)).toEqual([deposit.noBill, 'Locksmith, given 28/05/2026', 'Gas safety record, given 28/05/2026'])
    await app.user.selectOptions(bill, 'Locksmith, given 28/05/2026')
    await app.user.click(form.getByRole('button', { name: deposit.giveBack }))
    expect((await form.findAllByText('Choose a document that the tenants were given.')).length).toBeGreaterThan(0)
    expect(asked.bodies).toEqual([{ returnDate: today, returned: '1685.00', deductions: 'A new key', billDocumentId: 44 }])
  })

  it('says how a bill is shown where the tenants were given nothing', async () => {
    answer('get', '/api/tenants/5/deposit', () => HttpResponse.json(aDeposit()))
    answer('get', '/api/tenants/5/documents', () => HttpResponse.json([]))
    const app = open()
    await app.user.click(await (await dialog()).findByRole('button', { name: deposit.giveBack }))
    expect(await (await dialog(deposit.giveBack)).findByText(deposit.giveBill)).toBeVisible()
  })

  it('opens the bill of its return', async () => {
    answer('get', '/api/tenants/5/deposit', () => HttpResponse.json(aDeposit({ returnDate: '2026-11-09', returned: '1685.00', deductions: 'A new key', billDocumentId: 44 })))
    const read = answer('get', '/api/tenants/5/documents/44/content', () => problem(404, { detail: 'It is gone.' }))
    const app = open()
    await app.user.click(await (await dialog()).findByRole('button', { name: deposit.seeBill }))
    expect(await screen.findByText(deposit.billFailed)).toBeVisible()
    expect(read.headers).toHaveLength(1)
  })

  it('shows what the tenants say of its return', async () => {
    const returned = aDeposit({ returnDate: '2026-11-09', returned: '1500.00', deductions: 'A door' })
    answer('get', '/api/tenants/5/deposit', () =>
      HttpResponse.json({
        ...returned,
        answers: [
          { tenantId: 5, tenantName: 'James Adeyemi', agreed: false, text: 'The door was broken before.', answeredAt: '2026-11-10T09:00:00Z', outdated: false },
          { tenantId: 6, tenantName: 'Ada Cole', agreed: true, text: null, answeredAt: '2026-11-11T09:00:00Z', outdated: true },
        ],
      }),
    )
    open()
    const shown = await dialog()
    expect((await shown.findByText(deposit.answerOf('James Adeyemi'))).parentElement).toHaveTextContent(/Does not agree“The door was broken before.”on 10\/11\/2026/)
    expect(shown.getByText(deposit.answerOf('Ada Cole')).parentElement).toHaveTextContent(/Agreeson 11\/11\/2026, about the return before it changed/)
  })

  it('says that nobody has answered its return yet', async () => {
    answer('get', '/api/tenants/5/deposit', () => HttpResponse.json(aDeposit({ returnDate: '2026-11-09', returned: '1700.00' })))
    open()
    expect(await (await dialog()).findByText(deposit.noAnswer)).toBeVisible()
  })

  it('above the cap gets a warning, and both days where they differ', async () => {
    const warned = aDeposit({ protectByDate: addDays(today, 3), informByDate: addDays(today, 10), clockRule: '28 days to protect, 35 to inform', clockDoubt: 'Not confirmed', warnings: ['£1,700.00 is £700.00 more than a deposit may be.'] })
    answer('get', '/api/tenants/5/deposit', () => HttpResponse.json(warned))
    open()
    const shown = await dialog()
    expect(await shown.findByText(deposit.daysLeft(3))).toBeVisible()
    expect(shown.getByText(deposit.daysLeft(10))).toBeVisible()
    expect(shown.getByText('28 days to protect, 35 to inform. Not confirmed.')).toBeVisible()
    expect(shown.getByText('£1,700.00 is £700.00 more than a deposit may be.')).toBeVisible()
  })

  it('that was given back has nothing to change', async () => {
    const back = aDeposit({ scheme: 'TDS', schemeReference: 'T-9', protectedDate: '2026-11-21', informationDate: '2026-11-22', returnDate: '2026-11-24', returned: '1500.00', deductions: 'A door' })
    answer('get', '/api/tenants/5/deposit', () => HttpResponse.json(back))
    open()
    const shown = await dialog()
    expect(await shown.findByText(deposit.schemes.TDS)).toBeVisible()
    expect(shown.getByText('A door')).toBeVisible()
    expect(shown.queryByRole('button', { name: deposit.change })).toBeNull()
  })
})

describe('the documents', () => {
  it('say when they were given and opened, and open', async () => {
    answer('get', '/api/tenants/5/documents', () => HttpResponse.json([aGivenDocument(), aGivenDocument({ id: 32, title: 'Inventory', openedAt: '2026-05-29T10:00:00Z' })]))
    const read = answer('get', '/api/tenants/5/documents/31/content', () => problem(404, { detail: 'It is gone.' }))
    const app = open()
    const list = within(await (await dialog()).findByRole('list', { name: documents.title }))
    expect(list.getByText('Given 28/05/2026, not opened yet')).toBeVisible()
    expect(list.getByText('Given 28/05/2026, opened 29/05/2026')).toBeVisible()
    await app.user.click(list.getByRole('button', { name: 'Gas safety record' }))
    expect(await screen.findByText('It is gone.')).toBeVisible()
    expect(read.headers).toHaveLength(1)
  })

  it.each([
    [{ leaseStatus: 'Active', leaveDate: null }, true],
    [{ leaseStatus: 'Ended', leaveDate: '2025-11-20' }, true],
    [{ leaseStatus: 'Ended', leaveDate: '2025-11-19' }, false],
  ] as const)('are given to a tenant with %j: %s', (tenant, expected) => {
    expect(mayBeGiven(tenant, '2026-11-20')).toBe(expected)
  })

  it('are given with what they are', async () => {
    const asked = answer('post', '/api/tenants/5/documents', () => HttpResponse.json(aGivenDocument({ kind: 'other', title: 'House rules' }), { status: 201 }))
    const app = open()
    await app.user.click(await (await dialog()).findByRole('button', { name: documents.give }))
    const form = await dialog(documents.give)
    await app.user.selectOptions(form.getByLabelText(documents.kind), 'other')
    await app.user.click(form.getByRole('button', { name: documents.give }))
    expect(await form.findAllByText(documents.fileRequired)).not.toHaveLength(0)
    expect(form.getAllByText(documents.titleRequired)).not.toHaveLength(0)
    await app.user.type(form.getByLabelText(new RegExp(`^${documents.name}`)), 'House rules')
    await app.user.upload(form.getByLabelText(documents.file), new File([], 'none.pdf', { type: 'application/pdf' }))
    await app.user.click(form.getByRole('button', { name: documents.give }))
    expect(await form.findAllByText(emptyFile.text('none.pdf'))).not.toHaveLength(0)
    await app.user.upload(form.getByLabelText(documents.file), new File(['%PDF-1.7'], 'rules.pdf', { type: 'application/pdf' }))
    expect(await form.findByText(documents.chosen('rules.pdf'))).toBeVisible()
    await app.user.click(form.getByRole('button', { name: documents.give }))
    expect(await screen.findByText(documents.done)).toBeVisible()
    expect(asked.bodies[0]).toContain('House rules')
  })
})

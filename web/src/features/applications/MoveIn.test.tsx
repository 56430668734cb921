import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Application } from '@/api/applications'
import type { RightToRentCheck } from '@/api/moveIn'
import { applicationStatuses } from '@/lib/applications'
import { anApplication, aReference, someSteps } from '@/test/applicationFactories'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem, server } from '@/test/server'
import { emailTenant } from '@/ui/emailTenant.messages'
import { details } from './messages'
import { moveIn as texts } from './details/moveIn.messages'

const list = '/api/tenant-applications'
const done = { state: 'done', actor: null, note: null } as const

const aCheck = (changes: Partial<RightToRentCheck> = {}): RightToRentCheck => ({
  id: 8,
  applicationId: 41,
  name: null,
  method: 'share-code',
  document: 'Pre-settled status',
  checkDate: '2026-11-20',
  checker: 'Helen Okafor',
  expireDate: '2027-10-01',
  followUpDate: '2027-11-20',
  hasEvidence: true,
  createdAt: '2026-11-20T10:00:00Z',
  ...changes,
})

const approved = (steps: Parameters<typeof someSteps>[0], changes: Partial<Application> = {}) =>
  anApplication({ status: 'Approved', tenantId: 9, steps: someSteps({ guarantorVerified: done, landlordApproval: done, ...steps }), ...changes })

async function open(application: Application, checks: RightToRentCheck[] = [], grade: 'Owner' | 'Viewer' = 'Owner') {
  answer('get', `${list}/41`, () => HttpResponse.json(application))
  answer('get', `${list}/41/right-to-rent`, () => HttpResponse.json(checks))
  const app = renderApp('/landlord-applications/41', { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade } }) })
  const dialog = within(await screen.findByRole('dialog', { name: /Tom Hargreaves/ }))
  return { app, dialog, steps: within(await dialog.findByRole('list', { name: texts.title })) }
}

beforeEach(() => {
  answer('get', list, () => HttpResponse.json([anApplication()]))
  answer('get', `${list}/analytics`, () => HttpResponse.json({ total: 1, withdrawn: 0, statuses: applicationStatuses.map((status) => ({ status, count: 0 })) }))
})

describe('the steps into the home', () => {
  it('say who has to act and what is missing, and offer the next one', async () => {
    const { steps } = await open(approved({ astGenerated: { state: 'next', note: 'Record the right to rent first.' } }))
    expect(steps.getByText('Record the right to rent first.')).toBeVisible()
    expect(steps.getByText(texts.actors.Landlord ?? '')).toBeVisible()
    expect(await steps.findByRole('button', { name: texts.record })).toBeVisible()
    expect(steps.getByRole('link', { name: texts.createAgreement })).toHaveAttribute('href', '/landlord-applications/41/agreement/new')
  })

  it('lead to the agreement while it is signed', async () => {
    const { steps } = await open(approved({ astGenerated: done, astSigned: { state: 'next' } }), [aCheck()])
    expect(steps.getByText(texts.actors.Applicant ?? '')).toBeVisible()
    expect(steps.getByRole('link', { name: texts.openAgreement })).toHaveAttribute('href', '/landlord-applications/41/agreement')
  })

  it('end with moving in, and say what the server finds missing', async () => {
    const moved = answer('post', `${list}/41/move-in`, (count) =>
      count === 1 ? problem(409, { reason: 'MOVE_IN_STEPS_MISSING', detail: 'Still missing: tenancy agreement signed.' }) : HttpResponse.json({}),
    )
    const { app, steps } = await open(approved({ astGenerated: done, astSigned: done, moveInCompleted: { state: 'next' } }), [aCheck()])
    await app.user.click(steps.getByRole('button', { name: texts.complete }))
    const question = within(await screen.findByRole('dialog', { name: texts.completeTitle }))
    await app.user.click(await question.findByLabelText(emailTenant.tickTo('tom.hargreaves@mail.example')))
    await app.user.click(question.getByRole('button', { name: texts.complete }))
    expect(await question.findByText('Still missing: tenancy agreement signed.')).toBeVisible()
    await app.user.click(question.getByRole('button', { name: texts.complete }))
    expect(await screen.findByText(texts.completed)).toBeVisible()
    expect(moved.queries).toEqual([{ emailTenants: 'false' }, { emailTenants: 'false' }])
  })

  it('are read by a Viewer, who takes none', async () => {
    const { steps } = await open(approved({ astGenerated: { state: 'next' } }), [aCheck()], 'Viewer')
    expect(steps.queryByRole('button')).toBeNull()
    expect(steps.queryByRole('link')).toBeNull()
  })
})

it('a reference is waived with a reason', async () => {
  const waived = answer('post', `${list}/41/references/guarantor/waive`, () => HttpResponse.json(anApplication()))
  const { app, dialog } = await open(anApplication())
  await app.user.click(dialog.getByRole('button', { name: `${texts.waive}, ${details.guarantor}` }))
  const form = within(await screen.findByRole('dialog', { name: texts.waiveTitle }))
  await app.user.click(form.getByRole('button', { name: texts.waive }))
  expect(await form.findByText(texts.waiveRequired)).toBeVisible()
  await app.user.type(form.getByLabelText(texts.waiveReason), 'Six months of savings shown.')
  await app.user.click(form.getByRole('button', { name: texts.waive }))
  expect(await screen.findByText(texts.waived)).toBeVisible()
  expect(waived.bodies).toEqual([{ reason: 'Six months of savings shown.' }])
})

it('a waived one says why', async () => {
  const { dialog } = await open(anApplication({ guarantor: aReference({ state: 'waived', waiveReason: 'Savings' }) }))
  expect(dialog.getByText(texts.notNeeded('Savings'))).toBeVisible()
})

describe('the right to rent', () => {
  it('is recorded with what was seen, and its file', async () => {
    const forms: FormData[] = []
    const { app, dialog } = await open(anApplication())
    server.use(
      http.post(`*${list}/41/right-to-rent`, async ({ request }) => {
        forms.push(await request.formData())
        return HttpResponse.json(aCheck(), { status: 201 })
      }),
    )
    const section = within(await dialog.findByRole('region', { name: texts.right }))
    await app.user.click(section.getByRole('button', { name: texts.record }))
    const form = within(await screen.findByRole('dialog', { name: texts.recordTitle }))
    await app.user.click(form.getByRole('button', { name: texts.recordSubmit }))
    expect((await form.findAllByText(texts.mistakes.document)).length).toBeGreaterThan(0)
    await app.user.type(form.getByLabelText(texts.document), 'British passport')
    await app.user.click(form.getByLabelText('Original documents'))
    await app.user.upload(form.getByLabelText(/^Evidence/, { selector: 'input' }), new File(['%PDF-1.7'], 'passport.pdf', { type: 'application/pdf' }))
    expect(await form.findByText('passport.pdf')).toBeVisible()
    await app.user.click(form.getByRole('button', { name: texts.recordSubmit }))
    expect(await screen.findByText(texts.recorded)).toBeVisible()
    expect(forms[0]?.get('method')).toBe('manual')
    expect(forms[0]?.get('document')).toBe('British passport')
    expect(forms[0]?.has('name')).toBe(false)
    expect(forms[0]?.get('evidence')).toHaveProperty('type', 'application/pdf')
  })

  it('says when to look again, and shows its file when pressed', async () => {
    const read = answer('get', `${list}/41/right-to-rent/8/evidence`, () => new HttpResponse('x', { headers: { 'content-type': 'image/png' } }))
    const replace = vi.fn()
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    vi.spyOn(window, 'open').mockReturnValue({ location: { replace }, close: vi.fn() } as unknown as Window)
    const { app, dialog } = await open(anApplication(), [aCheck()])
    expect(await dialog.findByText(texts.until('01/10/2027', '20/11/2027'))).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: `${texts.open}, Tom Hargreaves` }))
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('blob:x'))
    expect(read.headers).toHaveLength(1)
  })

  it('is not needed outside England', async () => {
    const { dialog } = await open(anApplication({ nation: 'Wales' }))
    expect(await dialog.findByText(texts.rightElsewhere('Wales'))).toBeVisible()
  })
})

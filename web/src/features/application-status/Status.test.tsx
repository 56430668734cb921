import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { emptyFile } from '@/lib/emptyFile'
import { photoTexts } from '@/lib/photos'
import { aDocument, anApplication, someSteps } from '@/test/applicationFactories'
import { aUserWith } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem, server } from '@/test/server'
import { endedLink } from '@/ui/endedLink.messages'
import { status } from './messages'

const user = aUserWith('Tenant')
const title = () => screen.findByRole('heading', { level: 1, name: status.title })

describe('by the private link', () => {
  it('an application shows its next step; the secret leaves the address', async () => {
    answer('get', '/api/tenant-status/secret', () => HttpResponse.json(anApplication()))
    const app = renderApp('/tenant-status?token=secret')
    await title()
    expect(app.address()).toBe('/tenant-status')
    expect(screen.getByText(status.number('#0041'))).toBeVisible()
    expect(screen.getByRole('progressbar', { name: status.progressLabel(80) })).toHaveAttribute('aria-valuenow', '80')
    expect(screen.getByText(status.waitingGuarantor)).toBeVisible()
    expect(screen.queryByText(new RegExp(status.nothingToDo))).toBeNull()
    expect(screen.getByText(/The link works until 26 November 2026/)).toBeVisible()
    expect(screen.getByText('Application submitted')).toBeVisible()
  })

  it('a rejected one says why in place of the bar', async () => {
    answer('get', '/api/tenant-status/secret', () => HttpResponse.json(anApplication({ status: 'Rejected', rejectionReason: 'The home has been let.' })))
    renderApp('/tenant-status?token=secret')
    expect(await screen.findByText('The home has been let.')).toBeVisible()
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(within(screen.getByRole('list', { name: status.steps })).getByText(status.stepNotes.rejected)).toBeVisible()
    expect(screen.getByText(', it ended here')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: status.withdraw })).toBeNull()
  })

  it('a document that is asked for is added by its own button', async () => {
    const read = answer('get', '/api/tenant-status/secret', (count) =>
      HttpResponse.json(anApplication(count === 1 ? { status: 'Documents Required', currentStep: 2, progress: 40, requestedDocuments: ['rightToRent'] } : { documents: [aDocument({ title: 'Right to rent', type: 'rightToRent' }), aDocument({ id: 9, title: 'Bank statements', type: 'bankStatements' })] })),
    )
    const forms: FormData[] = []
    server.use(
      http.post('*/api/tenant-status/secret/documents', async ({ request }) => {
        forms.push(await request.formData())
        return HttpResponse.json(aDocument(), { status: 201 })
      }),
    )
    const app = renderApp('/tenant-status?token=secret')
    expect(await screen.findByText(status.documentsTitle(1))).toBeVisible()
    await app.user.upload(screen.getByLabelText(status.addMissing('Right to rent'), { selector: 'input' }), new File(['%PDF-1.7'], 'passport.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText(status.uploaded)).toBeVisible()
    expect(forms[0]?.get('type')).toBe('rightToRent')
    await waitFor(() => expect(read.headers).toHaveLength(2))
    // A proof of identity does not open by a link, which may be forwarded.
    expect(await screen.findByRole('button', { name: 'Bank statements' })).toBeVisible()
    expect(screen.getByText(status.identityHint)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Right to rent' })).toBeNull()
  })

  it('what is refused is said in the words of the server', async () => {
    answer('get', '/api/tenant-status/secret', () => HttpResponse.json(anApplication({ requestedDocuments: ['rightToRent'] })))
    server.use(http.post('*/api/tenant-status/secret/documents', () => problem(422, { title: 'Invalid file type', detail: 'Please upload a photo or a PDF.' })))
    const app = renderApp('/tenant-status?token=secret')
    const picker = await screen.findByLabelText(status.addMissing('Right to rent'), { selector: 'input' })
    await app.user.upload(picker, new File(['x'], 'x.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText('Invalid file type')).toBeVisible()
    expect(screen.getByText('Please upload a photo or a PDF.')).toBeVisible()
  })

  it('a document that nobody looked at is replaced or taken back', async () => {
    const two = [aDocument({ id: 21, title: 'Bank statements', type: 'bankStatements' }), aDocument({ id: 22, title: 'Payslip', type: 'other', status: 'accepted' })]
    answer('get', '/api/tenant-status/secret', () => HttpResponse.json(anApplication({ documents: two })))
    const added: FormData[] = []
    server.use(
      http.post('*/api/tenant-status/secret/documents', async ({ request }) => {
        added.push(await request.formData())
        return HttpResponse.json(aDocument({ id: 23 }), { status: 201 })
      }),
    )
    const removed = answer('delete', '/api/tenant-status/secret/documents/21', (count) =>
      count === 1 ? HttpResponse.json(anApplication()) : problem(409, { reason: 'DOCUMENT_SEEN', detail: 'The landlord has looked at it.' }),
    )
    const app = renderApp('/tenant-status?token=secret')
    // A document that was judged stays.
    expect(await screen.findAllByRole('button', { name: new RegExp(status.takeBack) })).toHaveLength(1)
    await app.user.upload(screen.getByLabelText(status.replace('Bank statements'), { selector: 'input' }), new File(['%PDF-1.7'], 'new.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText(status.replaced)).toBeVisible()
    expect(added[0]?.get('type')).toBe('bankStatements')
    expect(removed.headers[0]?.get('idempotency-key')).toBeTruthy()
    await app.user.click(await screen.findByRole('button', { name: new RegExp(status.takeBack) }))
    const question = within(await screen.findByRole('alertdialog', { name: status.takeBackTitle }))
    await app.user.click(question.getByRole('button', { name: status.takeBack }))
    expect(await screen.findByText('The landlord has looked at it.')).toBeVisible()
  })

  it('an empty or unreadable file is refused before it is sent', async () => {
    answer('get', '/api/tenant-status/secret', () => HttpResponse.json(anApplication({ requestedDocuments: ['rightToRent'] })))
    const app = renderApp('/tenant-status?token=secret')
    const picker = await screen.findByLabelText(status.addMissing('Right to rent'), { selector: 'input' })
    await app.user.upload(picker, new File([], 'none.pdf', { type: 'application/pdf' }))
    expect(await screen.findByText(emptyFile.text('none.pdf'))).toBeVisible()
    await app.user.upload(picker, new File(['x'], 'unreadable.jpg', { type: 'image/jpeg' }))
    expect(await screen.findByText(photoTexts.refusals.unreadable('unreadable.jpg'))).toBeVisible()
  })

  it('an application is withdrawn once that was asked', async () => {
    answer('get', '/api/tenant-status/secret', (count) => HttpResponse.json(anApplication(count === 1 ? {} : { withdrawnAt: '2026-11-20T10:00:00Z' })))
    const withdrawn = answer('post', '/api/tenant-status/secret/withdraw', () => HttpResponse.json(anApplication()))
    const app = renderApp('/tenant-status?token=secret')
    await app.user.click(await screen.findByRole('button', { name: status.withdraw }))
    const question = within(await screen.findByRole('alertdialog', { name: status.withdrawTitle }))
    await app.user.click(question.getByRole('button', { name: status.withdraw }))
    expect(await screen.findByText(status.withdrawnTitle)).toBeVisible()
    expect(withdrawn.headers[0]?.get('idempotency-key')).toBeTruthy()
  })

  it('a link that went round is replaced by one by email', async () => {
    answer('get', '/api/tenant-status/secret', () => HttpResponse.json(anApplication()))
    const renewed = answer('post', '/api/tenant-status/secret/renew', () => HttpResponse.json({ message: 'Sent.' }, { status: 202 }))
    const app = renderApp('/tenant-status?token=secret')
    await app.user.click(await screen.findByRole('button', { name: status.newLink }))
    expect(await screen.findByText(status.linkSent)).toBeVisible()
    expect(renewed.headers[0]?.get('idempotency-key')).toBeTruthy()
  })

  it('a link that is too old says so', async () => {
    answer('get', '/api/tenant-status/secret', () => problem(410, { reason: 'LINK_EXPIRED' }))
    renderApp('/tenant-status?token=secret')
    await screen.findByRole('heading', { level: 1, name: endedLink.expired })
    expect(screen.getByText(status.invalidNext)).toBeVisible()
  })

  it('a link that is not good says so', async () => {
    answer('get', '/api/tenant-status/secret', () => problem(404, { reason: 'LINK_INVALID' }))
    renderApp('/tenant-status?token=secret')
    await screen.findByRole('heading', { level: 1, name: status.invalid })
  })
})

const toSign = anApplication({
  status: 'Approved',
  currentStep: 5,
  progress: 100,
  agreementState: 'issued',
  steps: someSteps({
    guarantorVerified: { state: 'notNeeded', actor: null, note: 'Waived.' },
    landlordApproval: { state: 'done', actor: null },
    astGenerated: { state: 'done', actor: null },
    astSigned: { state: 'next', actor: 'Applicant', note: 'Tom Hargreaves has not signed.' },
  }),
})

describe('once approved, the six steps say who acts', () => {
  it('by the link, where the agreement has a link of its own', async () => {
    answer('get', '/api/tenant-status/secret', () => HttpResponse.json(toSign))
    renderApp('/tenant-status?token=secret')
    expect(await screen.findByText(status.signTitle)).toBeVisible()
    expect(screen.getByText(status.signByLink)).toBeVisible()
    const steps = within(screen.getByRole('list', { name: status.moveIn }))
    expect(steps.getByText(status.actors.Applicant ?? '')).toBeVisible()
    expect(steps.getByText('Waived.')).toBeVisible()
    expect(screen.getByText(status.moveInOf(4, 6))).toBeVisible()
  })

  it('signed in, with the way to the agreement', async () => {
    answer('get', '/api/tenant-applications', () => HttpResponse.json([toSign]))
    answer('get', '/api/tenant-applications/41', () => HttpResponse.json(toSign))
    renderApp('/tenant-status', { user })
    expect(await screen.findByRole('link', { name: status.sign })).toHaveAttribute('href', '/tenant-status/agreement?application=41')
  })
})

describe('an approved application', () => {
  it.each([
    [status.signedTitle, { astSigned: { state: 'done' as const } }],
    [status.movedInTitle, { astSigned: { state: 'done' as const }, moveInCompleted: { state: 'done' as const } }],
  ])('says: %s', async (said, steps) => {
    answer('get', '/api/tenant-status/secret', () => HttpResponse.json(anApplication({ status: 'Approved', currentStep: 5, progress: 100, agreementState: 'signed', steps: someSteps(steps) })))
    renderApp('/tenant-status?token=secret')
    expect(await screen.findByText(said)).toBeVisible()
    expect(screen.queryByText(status.approvedTitle)).toBeNull()
  })
})

describe('signed in', () => {
  it('the first of several is shown, and another can be chosen', async () => {
    answer('get', '/api/tenant-applications', () => HttpResponse.json([anApplication(), anApplication({ id: 39, propertyName: 'The Old Bakery', roomNumber: null })]))
    answer('get', '/api/tenant-applications/41', () => HttpResponse.json(anApplication()))
    answer('get', '/api/tenant-applications/39', () => HttpResponse.json(anApplication({ id: 39, landlordNotes: 'Thank you.' })))
    const app = renderApp('/tenant-status', { user })
    expect(await screen.findByText(status.number('#0041'))).toBeVisible()
    await app.user.selectOptions(screen.getByLabelText(status.choose), '39')
    expect(await screen.findByText('Thank you.')).toBeVisible()
    expect(app.address()).toBe('/tenant-status?application=39')
  })

  it('without one there is a way to apply', async () => {
    answer('get', '/api/tenant-applications', () => HttpResponse.json([]))
    renderApp('/tenant-status', { user })
    expect(await screen.findByRole('link', { name: status.apply })).toHaveAttribute('href', '/tenant-apply')
  })
})

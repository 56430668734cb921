import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { common } from '@/lib/messages'
import { photoTexts } from '@/lib/photos'
import { aUser } from '@/test/factories'
import { aComment, aContractor, aPhoto, aRequest } from '@/test/maintenanceFactories'
import { renderApp, type App } from '@/test/renderApp'
import { answer, problem, server } from '@/test/server'
import { emailTenant } from '@/ui/emailTenant.messages'
import { completion, costForm, visitForm } from './form.messages'
import { details as texts } from './messages'

const user = aUser()
const path = '/api/maintenance-requests/118'
const inside = (element: HTMLElement) => within(element)
const photo = (name: string) => new File(['x'], name, { type: 'image/png' })

/** Answers uploads, and returns their kinds. */
function uploads(reply: () => Response = () => HttpResponse.json(aPhoto(), { status: 201 })): string[] {
  const kinds: string[] = []
  server.use(
    http.post(`*${path}/attachments`, async ({ request }) => {
      kinds.push(/name="kind"\s+(\w+)/.exec(await request.text())?.[1] ?? '')
      return reply()
    }),
  )
  return kinds
}

async function open(request = aRequest(), person = user) {
  answer('get', path, () => HttpResponse.json(request))
  const app = renderApp('/maintenance/118', { user: person })
  const dialog = inside(await screen.findByRole('dialog', { name: new RegExp(request.title) }))
  return { app, dialog }
}

beforeEach(() => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
  answer('get', '/api/members', () => HttpResponse.json([{ id: 7, name: 'Helen Okafor', email: 'helen@okaforlettings.example', grade: 'Owner', joinedAt: '2026-01-01T10:00:00Z', you: true, version: 1 }]))
  answer('get', '/api/contractors', () => HttpResponse.json([aContractor()]))
  server.use(http.get(`*${path}/attachments/:id/content`, () => new HttpResponse('x', { headers: { 'content-type': 'image/png' } })))
})

describe('a request', () => {
  it('shows the tenant’s words, targets and who may come in', async () => {
    const { dialog } = await open(aRequest({ advice: 'Call 0800 111 999.', inspectionId: 5 }))
    for (const text of ['The boiler shows F.28 and goes off after a few seconds.', texts.adviceTitle, texts.inspection, 'In 43 minutes']) expect(dialog.getByText(text)).toBeVisible()
    expect(dialog.getByRole('link', { name: '0800 111 999' })).toHaveAttribute('href', 'tel:0800111999')
    expect(dialog.getByText(/Aoife Brennan, Room 3, 19\/11\/2026, 18:12\./)).toHaveTextContent(texts.entryYes)
    expect(dialog.getByRole('link', { name: 'Call Tenant' })).toHaveAttribute('href', 'tel:07700900337')
  })

  it('closes to the list, which keeps its filters', async () => {
    answer('get', path, () => HttpResponse.json(aRequest()))
    const app = renderApp('/maintenance/118?status=Open', { user })
    await app.user.click(within(await screen.findByRole('dialog', { name: /No hot water/ })).getByRole('button', { name: common.close }))
    await waitFor(() => expect(app.address()).toBe('/maintenance?status=Open'))
  })

  it('says that there is no such request', async () => {
    answer('get', '/api/maintenance-requests/99', () => problem(404))
    renderApp('/maintenance/99', { user })
    expect(await screen.findByText(texts.goneText)).toBeVisible()
  })

  it('changes status, priority, emergency, assignee and contractor at once', async () => {
    const changed = answer('patch', path, () => HttpResponse.json(aRequest()))
    const { app, dialog } = await open(aRequest({ status: 'Open' }))
    await app.user.click(await within(dialog.getByRole('group', { name: texts.statusEmail })).findByLabelText(emailTenant.tick))
    await app.user.click(dialog.getByRole('button', { name: texts.start }))
    expect(await screen.findByText(texts.updatedTexts.status('In Progress'))).toBeVisible()
    await waitFor(() => expect(dialog.getByLabelText(texts.priority)).toBeEnabled())
    await app.user.selectOptions(dialog.getByLabelText(texts.priority), 'Low')
    await waitFor(() => expect(dialog.getByLabelText(texts.emergency)).toBeEnabled())
    await app.user.click(dialog.getByLabelText(texts.emergency))
    await waitFor(() => expect(dialog.getByLabelText(texts.assignee)).toBeEnabled())
    await app.user.selectOptions(dialog.getByLabelText(texts.assignee), await dialog.findByRole('option', { name: 'Helen Okafor' }))
    await waitFor(() => expect(dialog.getByLabelText(texts.firm)).toBeEnabled())
    await app.user.selectOptions(dialog.getByLabelText(texts.firm), await dialog.findByRole('option', { name: 'Severnside Heating Ltd, Gas engineer' }))
    await waitFor(() => expect(changed.bodies).toHaveLength(5))
    expect(changed.bodies).toEqual([{ status: 'In Progress', emailTenants: false }, { priority: 'Low' }, { emergency: true }, { assigneeUserId: 7 }, { contractorId: 4 }])
    expect(changed.headers[0]?.get('if-match')).toBe('"6"')
  })

  it('sends one change after the other, so that none has an old version', async () => {
    let save: (reply: Response) => void = () => undefined
    answer('patch', path, () => new Promise<Response>((done) => void (save = done)))
    const { app, dialog } = await open()
    await app.user.selectOptions(dialog.getByLabelText(texts.priority), 'Low')
    await waitFor(() => expect(dialog.getByLabelText(texts.firm)).toBeDisabled())
    save(HttpResponse.json(aRequest()))
    await waitFor(() => expect(dialog.getByLabelText(texts.firm)).toBeEnabled())
  })

  it('says who is responsible by name in the history', async () => {
    const assigned = { kind: 'assigned', at: '2026-11-19T18:50:00Z', actor: 'Landlord', userId: 7, from: null, to: '7' } as const
    const { dialog } = await open(aRequest({ history: [assigned] }))
    expect(await dialog.findByText('Assigned to Helen Okafor')).toBeVisible()
  })

  it('offers the allowed steps, and says when somebody else was faster', async () => {
    answer('patch', path, () => problem(412, { reason: 'STALE_ETAG' }))
    const { app, dialog } = await open(aRequest({ status: 'Cancelled' }))
    expect(within(dialog.getByLabelText(texts.status)).getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Cancelled', 'Open'])
    await app.user.click(dialog.getByRole('button', { name: texts.reopen }))
    expect(await screen.findByText(texts.changedText)).toBeVisible()
  })

  it('is called off once that was asked', async () => {
    const changed = answer('patch', path, () => HttpResponse.json(aRequest({ status: 'Cancelled' })))
    const { app, dialog } = await open()
    await app.user.selectOptions(dialog.getByLabelText(texts.status), 'Cancelled')
    const question = within(await screen.findByRole('alertdialog', { name: texts.cancelTitle }))
    expect(changed.bodies).toEqual([])
    await app.user.click(question.getByRole('button', { name: texts.cancel }))
    await waitFor(() => expect(changed.bodies).toEqual([{ status: 'Cancelled' }]))
  })

  it('is only read by a Viewer', async () => {
    const { dialog } = await open(aRequest(), aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }))
    expect(dialog.getByLabelText(texts.status)).toBeDisabled()
    expect(dialog.queryByLabelText(texts.comment)).toBeNull()
    for (const name of [texts.complete, texts.addCost]) expect(dialog.queryByRole('button', { name })).toBeNull()
  })
})

describe('photos', () => {
  const files = [aPhoto(), aPhoto({ id: 32 }), aPhoto({ id: 33, kind: 'after' }), aPhoto({ id: 34, kind: 'invoice', fileName: 'invoice.pdf' })]

  it('open over the whole screen, with arrows and Escape', async () => {
    const { app, dialog } = await open(aRequest({ files }))
    expect(dialog.getAllByRole('button', { name: /^Open photo/ })).toHaveLength(3)
    await app.user.click(dialog.getByRole('button', { name: texts.openPhoto('Problem 1') }))
    const viewer = await screen.findByRole('dialog', { name: 'Problem 1, photo 1 of 3' })
    expect(await within(viewer).findByRole('img', { name: 'Problem 1' })).toHaveAttribute('src', 'blob:photo')
    expect(within(viewer).queryByRole('button', { name: photoTexts.previous })).toBeNull()
    await app.user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(await screen.findByRole('dialog', { name: 'After repair 1, photo 3 of 3' })).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: photoTexts.previous }))
    expect(await screen.findByRole('dialog', { name: 'Problem 2, photo 2 of 3' })).toBeVisible()
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /photo 2 of 3/ })).toBeNull())
    expect(screen.getByRole('dialog', { name: /No hot water/ })).toBeVisible()
  })

  it('are added before and after, and taken away', async () => {
    const kinds = uploads()
    const removed = answer('delete', `${path}/attachments/31`, () => new HttpResponse(null, { status: 204 }))
    const { app, dialog } = await open(aRequest({ files }))
    await app.user.upload(dialog.getByLabelText(texts.addAfter, { selector: 'input' }), photo('after.png'))
    expect(await screen.findByText(texts.added)).toBeVisible()
    expect(kinds).toEqual(['after'])
    await app.user.click(dialog.getByRole('button', { name: texts.openPhoto('Problem 1') }))
    await app.user.click(await screen.findByRole('button', { name: texts.removePhoto }))
    expect(await screen.findByText(texts.photoRemoved)).toBeVisible()
    expect(removed.headers).toHaveLength(1)
  })

  it('that are too large or refused say so', async () => {
    uploads(() => problem(422, { title: 'Invalid file type', detail: 'Please upload an image file.' }))
    const { app, dialog } = await open()
    const huge = new File(['x'], 'huge.gif', { type: 'image/gif' })
    Object.defineProperty(huge, 'size', { value: 10 * 1024 * 1024 + 1 })
    const picker = dialog.getByLabelText(texts.addBefore, { selector: 'input' })
    expect(picker).toHaveAttribute('accept', 'image/*')
    await app.user.upload(picker, huge)
    expect(await screen.findByText(photoTexts.tooLargeText)).toBeVisible()
    await app.user.upload(dialog.getByLabelText(texts.addBefore, { selector: 'input' }), photo('x.png'))
    expect(await screen.findByText('Please upload an image file.')).toBeVisible()
  })
})

describe('the stream', () => {
  it('holds comments and history, and sends what is written with its photos', async () => {
    uploads()
    answer('get', `${path}/comments`, () => HttpResponse.json([aComment(), aComment({ id: 72, text: 'We come at 09:30.', author: 'Landlord', userId: 7, authorName: null, createdAt: '2026-11-19T20:00:00Z' })]))
    const sent = answer('post', `${path}/comments`, () => HttpResponse.json(aComment(), { status: 201 }))
    answer('get', '/api/organisation/tenant-mails', () => HttpResponse.json({ mails: [{ kind: 'repair-comment', wanted: true, requiredByLaw: false }], version: 1 }))
    answer('get', '/api/organisation/tenant-mails/repair-comment', () => HttpResponse.json({ subject: 'News', text: 'News of a repair', html: '<p>News of a repair</p>' }))
    const { app, dialog } = await open()
    const stream = within(dialog.getByRole('region', { name: texts.stream }))
    expect(await stream.findByText('We come at 09:30.')).toBeVisible()
    expect(stream.getAllByRole('listitem').map(({ textContent }) => textContent.replace(/\d\d\/\d\d\/\d{4}, \d\d:\d\d/, ''))).toEqual([
      'Reported',
      'Aoife Brennan tenantNobody is ill. The heaters would help, thank you.',
      'Helen Okafor youWe come at 09:30.',
    ])
    await app.user.click(stream.getByRole('button', { name: texts.send }))
    expect(await stream.findByText(texts.commentRequired)).toBeVisible()
    expect(stream.getByText(texts.readBy('Aoife Brennan'))).toBeVisible()
    await app.user.type(stream.getByLabelText(texts.comment), 'On our way.')
    await app.user.upload(stream.getByLabelText(new RegExp(`^${texts.commentPhotos}`)), photo('van.png'))
    expect(await stream.findByRole('checkbox', { name: 'Email the tenant' })).toBeChecked()
    await app.user.click(stream.getByRole('checkbox', { name: 'Email the tenant' }))
    await app.user.click(stream.getByRole('button', { name: texts.send }))
    expect(await screen.findByText(texts.sent)).toBeVisible()
    expect(sent.bodies).toEqual([{ text: 'On our way.', attachments: [31], emailTenants: false }])
    expect(stream.getByLabelText(texts.comment)).toHaveValue('')
  })

  it('keeps what was typed when the page is left, without a question', async () => {
    const { app, dialog } = await open()
    await app.user.type(dialog.getByLabelText(texts.comment), 'Half a sentence')
    await app.visit('/tenants')
    await app.visit('/maintenance/118')
    expect(await screen.findByDisplayValue('Half a sentence')).toBeVisible()
  })

  it('keeps the text where it could not be sent', async () => {
    answer('post', `${path}/comments`, () => problem(500))
    const { app, dialog } = await open()
    await app.user.type(dialog.getByLabelText(texts.comment), 'On our way.')
    await app.user.click(dialog.getByRole('button', { name: texts.send }))
    expect(await screen.findByText(texts.sendFailedText)).toBeVisible()
    expect(dialog.getByLabelText(texts.comment)).toHaveValue('On our way.')
  })
})

const typeDay = async (app: App, dialog: ReturnType<typeof inside>, day: string) => {
  for (const [index, part] of [common.day, common.month, common.year].entries()) {
    await app.user.clear(dialog.getByLabelText(part))
    await app.user.type(dialog.getByLabelText(part), day.split(' ')[index] ?? '')
  }
}

describe('costs, visits and the end', () => {
  it('adds a cost with its invoice, shows the total, and takes one away', async () => {
    const cost = { id: 51, description: 'Diverter valve', amount: '112.40', date: '2026-11-20', attachmentId: null, addedByUserId: 7, createdAt: '2026-11-20T10:00:00Z' }
    const added = answer('post', `${path}/costs`, () => HttpResponse.json(cost, { status: 201 }))
    const removed = answer('delete', `${path}/costs/51`, () => HttpResponse.json(aRequest()))
    const invoice = aPhoto({ id: 34, kind: 'invoice', fileName: 'invoice.pdf', mediaType: 'application/pdf' })
    const { app, dialog } = await open(aRequest({ costs: [cost], costTotal: '112.40', files: [invoice] }))
    expect(dialog.getAllByText('£112.40')).toHaveLength(2)
    await app.user.click(dialog.getByRole('button', { name: texts.addCost }))
    const question = within(await screen.findByRole('dialog', { name: costForm.title }))
    await app.user.click(question.getByRole('button', { name: costForm.title }))
    expect(await question.findAllByText(costForm.amountRequired)).not.toHaveLength(0)
    await app.user.type(question.getByLabelText(costForm.description), 'Call-out')
    await app.user.type(question.getByLabelText(costForm.amount), '85')
    await typeDay(app, question, '21 11 2026')
    await app.user.selectOptions(question.getByLabelText(new RegExp(`^${costForm.invoice}`)), 'invoice.pdf')
    await app.user.click(question.getByRole('button', { name: costForm.title }))
    expect(await screen.findByText(costForm.added)).toBeVisible()
    expect(added.bodies).toEqual([{ description: 'Call-out', amount: '85.00', date: '2026-11-21', attachmentId: 34 }])
    await app.user.click(dialog.getByRole('button', { name: texts.removeCost('Diverter valve') }))
    expect(await screen.findByText(texts.costRemoved)).toBeVisible()
    expect(removed.headers).toHaveLength(1)
  })

  it('books a visit, says what the server refuses, and calls one off', async () => {
    const booked = answer('put', `${path}/visit`, (count) =>
      count === 1 ? problem(422, { detail: 'Less than 24 hours.', errors: { visitDate: ['Choose a later day, or say that the tenant agreed.'] } }) : HttpResponse.json(aRequest()),
    )
    const { app, dialog } = await open()
    await app.user.click(dialog.getByRole('button', { name: texts.bookVisit }))
    const question = within(await screen.findByRole('dialog', { name: visitForm.title }))
    await app.user.click(question.getByRole('button', { name: visitForm.submit }))
    expect(await question.findAllByText(visitForm.dateRequired)).not.toHaveLength(0)
    await typeDay(app, question, '21 11 2026')
    fireEvent.change(question.getByLabelText(visitForm.from), { target: { value: '09:30' } })
    await app.user.click(question.getByRole('button', { name: visitForm.submit }))
    expect(await question.findAllByText('Choose a later day, or say that the tenant agreed.')).not.toHaveLength(0)
    await app.user.click(question.getByLabelText(visitForm.agreed))
    await typeDay(app, question, '22 11 2026')
    await app.user.click(question.getByRole('button', { name: visitForm.submit }))
    expect(await screen.findByText(visitForm.booked)).toBeVisible()
    expect(booked.bodies.at(-1)).toEqual({ visitDate: '2026-11-22', startTime: '09:30', endTime: '11:00', notes: null, tenantAgreed: true })
  })

  it('calls a visit off once that was asked', async () => {
    const cancelled = answer('delete', `${path}/visit`, () => HttpResponse.json(aRequest()))
    const visit = { visitDate: '2999-11-21', startTime: '09:30', endTime: '11:30', notes: 'Ring twice.', tenantAgreed: false, noticeAt: '2026-11-20T08:50:00Z' }
    const { app, dialog } = await open(aRequest({ visit }))
    expect(dialog.getByText(new RegExp(texts.noticeGiven('20 November 2026, 08:50')))).toHaveTextContent('Ring twice.')
    await app.user.click(dialog.getByRole('button', { name: texts.callOff }))
    await app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: texts.callOff }))
    expect(await screen.findByText(texts.calledOff)).toBeVisible()
    expect(cancelled.headers).toHaveLength(1)
  })

  it('completes with a cost and a photo; what was added is not added again', async () => {
    const kinds = uploads()
    const cost = answer('post', `${path}/costs`, () => HttpResponse.json({}, { status: 201 }))
    const done = answer('patch', path, (count) => (count === 1 ? problem(500) : HttpResponse.json(aRequest({ status: 'Completed' }))))
    const { app, dialog } = await open()
    await app.user.click(dialog.getByRole('button', { name: texts.complete }))
    const question = within(await screen.findByRole('dialog', { name: completion.title }))
    const typed = { [completion.what]: 'New valve fitted', [completion.amount]: '236.88' }
    for (const [label, text] of Object.entries(typed)) await app.user.type(question.getByLabelText(new RegExp(`^${label}`)), text)
    await app.user.upload(question.getByLabelText(new RegExp(`^${completion.photo}`)), photo('after.png'))
    await typeDay(app, question, '21 11 2026')
    await app.user.click(question.getByRole('button', { name: completion.title }))
    expect(await screen.findByText(completion.partly)).toBeVisible()
    await app.user.click(question.getByRole('button', { name: completion.title }))
    expect(await screen.findByText(completion.completed)).toBeVisible()
    expect([cost.bodies, kinds, done.bodies]).toEqual([[{ description: 'New valve fitted', amount: '236.88', date: '2026-11-21' }], ['after'], [{ status: 'Completed' }, { status: 'Completed' }]])
  })
})

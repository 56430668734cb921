import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tokenStore } from '@/api/token'
import { common } from '@/lib/messages'
import { photoTexts } from '@/lib/photos'
import { unsaved } from '@/lib/unsaved'
import { keptByTab } from '@/test/browser'
import { aToken, aUserWith } from '@/test/factories'
import { aPhoto, aRequest } from '@/test/maintenanceFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem, server } from '@/test/server'
import { aPortal } from '@/test/tenantFactories'
import { sendLater } from '@/ui/sendLater.messages'
import { form, report, tenantTexts as texts } from './form.messages'
import { details } from './messages'

const user = aUserWith('Tenant')
const path = '/api/maintenance-requests/118'
const own = (changes = {}) => aRequest({ tenantName: null, tenantPhone: null, costTotal: null, ...changes })

beforeEach(() => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
  answer('get', '/api/tenant-portal', () => HttpResponse.json(aPortal()))
})

async function open(request = own()) {
  answer('get', path, () => HttpResponse.json(request))
  const app = renderApp('/tenant-dashboard/requests/118', { user })
  return { app, dialog: within(await screen.findByRole('dialog', { name: new RegExp(request.title) })) }
}

describe('Report a Problem', () => {
  const start = async () => {
    const app = renderApp('/tenant-dashboard', { user })
    await app.user.click(await screen.findByRole('link', { name: report.title }))
    return { app, dialog: within(await screen.findByRole('dialog', { name: report.title })) }
  }
  const fill = async ({ app, dialog }: Awaited<ReturnType<typeof start>>) => {
    await app.user.selectOptions(dialog.getByLabelText(form.category), 'Gas')
    await app.user.type(dialog.getByLabelText(form.title), 'I smell gas')
    await app.user.type(dialog.getByLabelText(form.description), 'In the kitchen.')
    await app.user.click(dialog.getByLabelText(report.entryYes))
  }

  it('names what is missing, and opens the request with its photos', async () => {
    const reported = answer('post', '/api/maintenance-requests', () => HttpResponse.json(own(), { status: 201 }))
    answer('get', path, () => HttpResponse.json(own()))
    let photos = 0
    server.use(
      http.post(`*${path}/attachments`, () => {
        photos += 1
        return HttpResponse.json(aPhoto(), { status: 201 })
      }),
    )
    const started = await start()
    const { app, dialog } = started
    expect(dialog.getByRole('link', { name: '0800 111 999' })).toHaveAttribute('href', 'tel:0800111999')
    expect(dialog.getByRole('link', { name: '999' })).toHaveAttribute('href', 'tel:999')
    await app.user.click(dialog.getByRole('button', { name: report.submit }))
    const mistakes = within(await dialog.findByRole('alert')).getAllByRole('link')
    expect(mistakes.map(({ textContent }) => textContent)).toEqual([form.categoryRequired, form.titleShort, form.descriptionRequired, report.entryRequired])
    await fill(started)
    const camera = dialog.getByLabelText(new RegExp(`^${form.photos}`))
    expect(camera).toHaveAttribute('accept', 'image/*')
    await app.user.upload(camera, new File(['x'], 'boiler.png', { type: 'image/png' }))
    await app.user.click(dialog.getByRole('button', { name: report.submit }))
    await waitFor(() => expect(app.address()).toBe('/tenant-dashboard/requests/118'))
    expect(reported.bodies).toEqual([{ title: 'I smell gas', description: 'In the kitchen.', category: 'Gas', entryPermitted: true, propertyId: 12 }])
    expect(photos).toBe(1)
    expect(await screen.findByText(report.reportedText)).toBeVisible()
  })

  it('shows afterwards what to do at once, until that was read', async () => {
    answer('post', '/api/maintenance-requests', () => HttpResponse.json(own({ advice: 'Leave the house and call 0800 111 999.' }), { status: 201 }))
    answer('get', path, () => HttpResponse.json(own()))
    const started = await start()
    await fill(started)
    await started.app.user.click(started.dialog.getByRole('button', { name: report.submit }))
    const advice = within(await screen.findByRole('alertdialog', { name: report.adviceTitle }))
    expect(advice.getByText(/^Leave the house and call/)).toHaveTextContent('Leave the house and call 0800 111 999.')
    expect(advice.getByRole('link', { name: '0800 111 999' })).toHaveAttribute('href', 'tel:0800111999')
    await started.app.user.click(advice.getByRole('button', { name: report.adviceDone }))
    await waitFor(() => expect(started.app.address()).toBe('/tenant-dashboard/requests/118'))
  })

  it('keeps an unsent report, and names the missing photos', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    answer('post', '/api/maintenance-requests', (count) =>
      count === 1 ? problem(422, { detail: 'Check the fields.', errors: { title: ['The title is too short.'] } }) : HttpResponse.json(own(), { status: 201 }),
    )
    answer('get', path, () => HttpResponse.json(own()))
    server.use(http.post(`*${path}/attachments`, () => problem(500)))
    const started = await start()
    await fill(started)
    const { app, dialog } = started
    await app.user.upload(dialog.getByLabelText(new RegExp(`^${form.photos}`)), new File(['x'], 'boiler.png', { type: 'image/png' }))
    await app.user.click(dialog.getByRole('button', { name: report.submit }))
    expect(await screen.findByText('Check the fields.')).toBeVisible()
    expect(dialog.getByLabelText(form.title)).toHaveValue('I smell gas')
    await app.user.click(dialog.getByRole('button', { name: report.submit }))
    expect(await screen.findByText(details.photosFailed(1))).toBeVisible()
  })
})

describe('what a tenant writes', () => {
  const typeReport = async () => {
    const app = renderApp('/tenant-dashboard?report=problem', { user })
    const dialog = within(await screen.findByRole('dialog', { name: report.title }))
    await app.user.type(dialog.getByLabelText(form.title), 'No hot water')
    return { app, dialog }
  }
  const typed = async () => within(await screen.findByRole('dialog', { name: report.title })).findByDisplayValue('No hot water')

  it('of a problem returns after Back unasked, and goes when given up', async () => {
    const { app } = await typeReport()
    await app.visit('/settings')
    await app.visit('/tenant-dashboard?report=problem')
    expect(await typed()).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: common.cancel }))
    await app.user.click(await screen.findByRole('button', { name: unsaved.discard }))
    await waitFor(() => expect(app.address()).toBe('/tenant-dashboard'))
    await app.visit('/tenant-dashboard?report=problem')
    expect(within(await screen.findByRole('dialog', { name: report.title })).getByLabelText(form.title)).toHaveValue('')
  })

  it('of a problem returns when the same person signs in again', async () => {
    await typeReport()
    act(() => tokenStore.set(null))
    await screen.findByRole('heading', { name: 'Sign in to Lintel' })
    act(() => tokenStore.set(aToken({ subject: String(user.id) })))
    expect(await typed()).toBeVisible()
  })

  it('sends missing photos once there is a connection, or goes on without', async () => {
    const reported = answer('post', '/api/maintenance-requests', () => HttpResponse.json(own(), { status: 201 }))
    answer('get', path, () => HttpResponse.json(own()))
    const sent = answer('post', `${path}/attachments`, (count) => (count === 2 ? HttpResponse.error() : HttpResponse.json(aPhoto(), { status: 201 })))
    const { app, dialog } = await typeReport()
    await app.user.selectOptions(dialog.getByLabelText(form.category), 'Gas')
    await app.user.type(dialog.getByLabelText(form.description), 'Since this morning.')
    await app.user.click(dialog.getByLabelText(report.entryYes))
    const photos = [1, 2].map((number) => new File(['x'], `boiler${String(number)}.png`, { type: 'image/png' }))
    await app.user.upload(dialog.getByLabelText(new RegExp(`^${form.photos}`)), photos)
    await app.user.click(dialog.getByRole('button', { name: report.submit }))
    expect(await dialog.findByText(report.photosWait)).toBeVisible()
    expect(dialog.getByRole('button', { name: report.withoutPhotos })).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: sendLater.tryNow }))
    await waitFor(() => expect(app.address()).toBe('/tenant-dashboard/requests/118'))
    expect(reported.headers).toHaveLength(1)
    const keys = sent.headers.map((each) => each.get('idempotency-key'))
    expect(keys).toHaveLength(3)
    expect(keys[2]).toBe(keys[1])
  })

  it('is refused an unreadable photo when choosing it, before any sending', async () => {
    const { app, dialog } = await typeReport()
    const photos = [new File(['x'], 'unreadable.heic', { type: 'image/heic' }), new File(['x'], 'boiler.png', { type: 'image/png' })]
    await app.user.upload(dialog.getByLabelText(new RegExp(`^${form.photos}`)), photos)
    expect(await dialog.findByText(photoTexts.refusals.heic('unreadable.heic'))).toBeVisible()
    expect(await dialog.findAllByRole('img')).toHaveLength(1)
  })

  it('to the landlord is kept for its request, and gone once it was sent', async () => {
    answer('post', `${path}/comments`, () => HttpResponse.json({}, { status: 201 }))
    const { app, dialog } = await open()
    await app.user.type(dialog.getByLabelText(details.comment), 'It is worse now.')
    await app.visit('/tenant-dashboard')
    await app.visit('/tenant-dashboard/requests/118')
    const again = within(await screen.findByRole('dialog', { name: new RegExp(own().title) }))
    expect(await again.findByDisplayValue('It is worse now.')).toBeVisible()
    await app.user.click(again.getByRole('button', { name: details.send }))
    expect(await screen.findByText(details.sent)).toBeVisible()
    expect(again.getByLabelText(details.comment)).toHaveValue('')
    expect(keptByTab()).not.toContain('worse')
  })
})

describe('a tenant’s request', () => {
  it('shows its progress, its visit and who comes, and nothing of the cost', async () => {
    const visit = { visitDate: '2999-11-21', startTime: '09:30', endTime: '11:30', notes: null, tenantAgreed: false, noticeAt: null }
    const { dialog } = await open(own({ visit, contractorName: 'Severnside Heating Ltd' }))
    const steps = within(dialog.getByRole('list', { name: texts.progress })).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent.replace(/^\d|\d\d\/.*$/g, ''))).toEqual([
      expect.stringContaining(texts.steps.reported),
      expect.stringContaining(texts.steps.taken),
      expect.stringContaining(texts.steps.visit),
      expect.stringContaining(texts.steps.fixed),
      expect.stringContaining(texts.steps.confirmed),
    ])
    expect(steps[3]).toHaveAttribute('aria-current', 'step')
    expect(dialog.getByText('Severnside Heating Ltd')).toBeVisible()
    expect(dialog.queryByText(details.costs)).toBeNull()
    expect(dialog.getByText(details.readByLandlord)).toBeVisible()
  })

  it('is confirmed as fixed', async () => {
    const confirmed = answer('post', `${path}/confirm`, () => HttpResponse.json(own({ status: 'Completed', confirmedAt: '2026-11-21T10:00:00Z' })))
    const { app, dialog } = await open(own({ status: 'Completed', completedAt: '2026-11-20T10:00:00Z' }))
    await app.user.click(dialog.getByRole('button', { name: texts.fixed }))
    expect(await screen.findByText(texts.confirmedText)).toBeVisible()
    expect(confirmed.headers[0]?.get('idempotency-key')).toBeTruthy()
  })

  it('is opened again where it is not fixed', async () => {
    const changed = answer('patch', path, () => HttpResponse.json(own({ status: 'Open' })))
    const { app, dialog } = await open(own({ status: 'Completed', completedAt: '2026-11-20T10:00:00Z' }))
    await app.user.click(dialog.getByRole('button', { name: texts.notFixed }))
    expect(await screen.findByText(texts.reopenedText)).toBeVisible()
    expect(changed.bodies).toEqual([{ status: 'Open' }])
  })

  it('is called off once that was asked, and can be reopened', async () => {
    const changed = answer('patch', path, (count) => (count === 1 ? HttpResponse.json(own({ status: 'Cancelled' })) : problem(409, { detail: 'It is closed.' })))
    const { app, dialog } = await open()
    await app.user.click(dialog.getByRole('button', { name: details.cancel }))
    answer('get', path, () => HttpResponse.json(own({ status: 'Cancelled' })))
    await app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: details.cancel }))
    expect(await screen.findByText(texts.cancelled)).toBeVisible()
    await app.user.click(await dialog.findByRole('button', { name: details.reopen }))
    expect(await screen.findByText('It is closed.')).toBeVisible()
    expect(changed.bodies).toEqual([{ status: 'Cancelled' }, { status: 'Open' }])
  })

  it.each(['Open', 'Completed', 'Cancelled'] as const)('%s of a home that was left is read and no longer written to', async (status) => {
    answer('get', `${path}/attachments/31/content`, () => HttpResponse.arrayBuffer(new Uint8Array([1]).buffer))
    const { dialog } = await open(own({ status, readOnly: true, files: [aPhoto()] }))
    expect(dialog.getByText(texts.leftText)).toBeVisible()
    expect(dialog.getByRole('button', { name: new RegExp(details.openPhoto('.*')) })).toBeVisible()
    for (const write of [details.send, details.cancel, details.reopen, details.addPhoto, texts.fixed, texts.notFixed]) expect(dialog.queryByRole('button', { name: write })).toBeNull()
    expect(dialog.queryByLabelText(details.comment)).toBeNull()
  })

  it('that is somebody else’s is not theirs to see, and closes to the portal', async () => {
    answer('get', path, () => problem(404))
    const app = renderApp('/tenant-dashboard/requests/118', { user })
    const dialog = within(await screen.findByRole('dialog', { name: new RegExp(texts.goneTitle) }))
    await app.user.click(dialog.getByRole('button', { name: common.close }))
    await waitFor(() => expect(app.address()).toBe('/tenant-dashboard'))
  })
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { applicationStatuses } from '@/lib/applications'
import { aDocument, anApplication } from '@/test/applicationFactories'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { details } from './messages'

const list = '/api/tenant-applications'

beforeEach(() => {
  answer('get', list, () => HttpResponse.json([anApplication()]))
  answer('get', `${list}/41`, () => HttpResponse.json(anApplication()))
  answer('get', `${list}/41/right-to-rent`, () => HttpResponse.json([]))
  answer('get', `${list}/analytics`, () => HttpResponse.json({ total: 1, withdrawn: 0, statuses: applicationStatuses.map((status) => ({ status, count: 0 })) }))
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})

const open = async (user = aUser()) => {
  const app = renderApp('/landlord-applications/41', { user })
  return { app, dialog: within(await screen.findByRole('dialog', { name: /Tom Hargreaves/ })) }
}

it('a document is opened at an address for this once', async () => {
  const issued = answer('post', `${list}/41/documents/21/ticket`, () => HttpResponse.json({ url: '/api/files/0192f0c4-7d3e-4aaa-8bbb-0123456789ab?ticket=abc' }, { status: 201 }))
  const asked = answer('get', '/api/files/0192f0c4-7d3e-4aaa-8bbb-0123456789ab', () => new HttpResponse('x', { headers: { 'content-type': 'application/pdf' } }))
  const replace = vi.fn()
  vi.spyOn(window, 'open').mockReturnValue({ location: { replace }, close: vi.fn() } as unknown as Window)
  const { app, dialog } = await open()
  await app.user.click(dialog.getByRole('button', { name: 'Passport or ID' }))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('blob:x'))
  expect(issued.headers).toHaveLength(1)
  expect(asked.queries).toEqual([{ ticket: 'abc' }])
})

it('the landlord adds what came by hand', async () => {
  const sent = answer('post', `${list}/41/documents`, () => HttpResponse.json(aDocument(), { status: 201 }))
  const { app, dialog } = await open()
  await app.user.click(dialog.getByRole('button', { name: details.addDocument }))
  expect(dialog.getByRole('button', { name: details.chooseFile })).toBeDisabled()
  await app.user.selectOptions(dialog.getByLabelText(details.kind), 'rightToRent')
  fireEvent.change(dialog.getByLabelText(details.chooseFile, { selector: 'input' }), { target: { files: [new File(['%PDF'], 'share.pdf', { type: 'application/pdf' })] } })
  expect(await screen.findByText(details.documentAdded)).toBeVisible()
  expect(sent.headers[0]?.get('content-type')).toMatch('multipart/form-data')
  expect(await dialog.findByRole('button', { name: details.addDocument })).toBeVisible()
})

it('an Owner erases an application, after a question', async () => {
  const erased = answer('delete', `${list}/41`, () => new HttpResponse(null, { status: 204 }))
  const { app, dialog } = await open()
  const choose = async () => {
    await app.user.click(dialog.getByRole('button', { name: details.more('Tom Hargreaves') }))
    await app.user.click(await screen.findByRole('menuitem', { name: details.erase }))
    return within(await screen.findByRole('alertdialog', { name: details.eraseQuestion }))
  }
  await app.user.click((await choose()).getByRole('button', { name: details.eraseKeep }))
  expect(erased.headers).toEqual([])
  await app.user.click((await choose()).getByRole('button', { name: details.erase }))
  expect(await screen.findByText(details.erased)).toBeVisible()
  await waitFor(() => expect(app.address()).toBe('/landlord-applications'))
  expect(erased.headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
})

it('one that is still considered stays, and says why', async () => {
  const text = 'This application is still being considered. Reject it first, or ask the applicant to withdraw it.'
  answer('delete', `${list}/41`, () => problem(409, { reason: 'APPLICATION_IN_PROGRESS', detail: text }))
  const { app, dialog } = await open()
  await app.user.click(dialog.getByRole('button', { name: details.more('Tom Hargreaves') }))
  await app.user.click(await screen.findByRole('menuitem', { name: details.erase }))
  await app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: details.erase }))
  expect(await screen.findByText(text)).toBeVisible()
})

it('a Manager has no menu to erase with', async () => {
  const { dialog } = await open(aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Manager' } }))
  expect(dialog.queryByRole('button', { name: details.more('Tom Hargreaves') })).toBeNull()
})

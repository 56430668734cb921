import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Schema } from '@/api/client'
import { Stream } from '@/test/browser'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer } from '@/test/server'
import { csv } from './kind'

const user = aUser()
const viewer = aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } })
const path = '/api/tenant-imports'

function anImport(changes: Partial<Schema<'TenantImport'>> = {}): Schema<'TenantImport'> {
  return { id: 9, fileName: 'tenants.csv', state: 'Checked', rows: 3, imported: 0, problemCount: 0, problems: [], warnings: [], createdAt: '2026-11-21T19:00:00Z', version: 1, ...changes }
}

let saved: string[]
beforeEach(() => {
  saved = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})

const changed = (version: number) => Stream.open?.say('changed', JSON.stringify({ resource: 'tenant-imports', id: 9, version }))

it('says which deposits are above the cap, and imports them all the same', async () => {
  const warnings = [{ line: 2, column: 'Deposit', message: '£2,000.00 is £615.39 more than a deposit may be.' }]
  answer('get', `${path}/9`, () => HttpResponse.json(anImport({ warnings })))
  renderApp('/tenants?csv=9', { user })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(csv.warnings)).toBeVisible()
  expect(dialog.getByText(/£615\.39 more/)).toBeVisible()
  expect(dialog.getByRole('button', { name: csv.start('3 tenants') })).toBeEnabled()
})

it('an import of tenants is checked, run and ended in one dialog', async () => {
  const sent = answer('post', path, () => HttpResponse.json(anImport(), { status: 201 }))
  const app = renderApp('/tenants?search=mill', { user })
  await app.user.click(await screen.findByRole('link', { name: csv.open }))
  const dialog = within(await screen.findByRole('dialog', { name: csv.title }))
  expect(dialog.getByText(csv.joint)).toBeVisible()
  fireEvent.change(dialog.getByLabelText(csv.file), { target: { files: [new File(['Name'], 'tenants.csv', { type: 'text/csv' })] } })
  expect(await dialog.findByText(csv.ready)).toBeVisible()
  expect(sent.headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(app.address()).toBe('/tenants?search=mill&csv=9')
  // 24 there are, and three to come.
  expect(dialog.getByText('27')).toBeVisible()
  answer('post', `${path}/9/apply`, () => HttpResponse.json(anImport({ state: 'Importing', version: 2 }), { status: 202 }))
  await app.user.click(dialog.getByRole('button', { name: csv.start('3 tenants') }))
  expect(await dialog.findByText(csv.importingText)).toBeVisible()
  answer('get', `${path}/9`, () => HttpResponse.json(anImport({ state: 'Imported', imported: 3, version: 3 })))
  changed(3)
  expect(await dialog.findByText(csv.doneText('3 tenants'))).toBeVisible()
  await app.user.click(dialog.getByRole('link', { name: csv.show }))
  await waitFor(() => expect(app.address()).toBe('/tenants'))
})

it('says what is wrong, line by line', async () => {
  const problems = [{ line: 4, column: 'Room', message: 'This shared house has no such room.' }]
  answer('get', `${path}/9`, () => HttpResponse.json(anImport({ problemCount: 1, problems })))
  renderApp('/tenants?csv=9', { user })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('row', { name: /4 Room This shared house has no such room/ })).toBeVisible()
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull()
})

it('saves template and tenants; a Viewer exports and imports nothing', async () => {
  answer('get', `${path}/template`, () => new HttpResponse('Property', { headers: { 'content-type': 'text/csv' } }))
  answer('get', '/api/tenants/export', () => new HttpResponse('Property', { headers: { 'content-type': 'text/csv' } }))
  const app = renderApp('/tenants?csv=new', { user })
  const dialog = within(await screen.findByRole('dialog'))
  await app.user.click(await dialog.findByRole('button', { name: csv.template }))
  await app.user.click(await dialog.findByRole('button', { name: csv.export }))
  await waitFor(() => expect(saved).toEqual(['tenants-template.csv', 'tenants.csv']))
  cleanup()
  renderApp('/tenants?csv=new', { user: viewer })
  const quiet = within(await screen.findByRole('dialog'))
  expect(await quiet.findByRole('button', { name: csv.export })).toBeVisible()
  expect(quiet.queryByLabelText(csv.file)).toBeNull()
})

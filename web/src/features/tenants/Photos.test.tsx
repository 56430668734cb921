import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { aUser, aUserWith } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aPortal, aTenant } from '@/test/tenantFactories'

const photo = '/api/tenants/7/photo?v=9'
const file = () => new File(['x'], 'me.png', { type: 'image/png' })

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined }))
})

it('a photo is read with the bearer header and replaces the initials', async () => {
  answer('get', '/api/tenants', () => HttpResponse.json([aTenant({ id: 7, profilePhotoUrl: photo })]))
  const asked = answer('get', '/api/tenants/7/photo', () => new HttpResponse('x', { headers: { 'content-type': 'image/jpeg' } }))
  renderApp('/tenants', { user: aUser() })
  expect(await screen.findAllByText('JA')).not.toHaveLength(0)
  await waitFor(() => expect(document.querySelector('img[src="blob:photo"]')).toBeInTheDocument())
  // In several places, read once.
  expect(asked.headers).toHaveLength(1)
  expect(asked.headers[0]?.get('authorization')).toMatch(/^Bearer /)
  expect(asked.queries[0]).toEqual({ v: '9' })
})

it('a photo that cannot be read leaves the initials', async () => {
  answer('get', '/api/tenants', () => HttpResponse.json([aTenant({ id: 7, profilePhotoUrl: photo })]))
  const asked = answer('get', '/api/tenants/7/photo', () => problem(404, { reason: 'PHOTO_NOT_FOUND' }))
  renderApp('/tenants', { user: aUser() })
  await waitFor(() => expect(asked.headers).toHaveLength(1))
  expect(screen.getAllByText('JA')).not.toHaveLength(0)
})

it('the landlord sets it and takes it away', async () => {
  answer('get', '/api/tenants/7', () => HttpResponse.json(aTenant({ id: 7 })))
  const sent = answer('post', '/api/tenants/7/photo', () => HttpResponse.json(aTenant({ id: 7, profilePhotoUrl: photo })))
  answer('get', '/api/tenants/7/photo', () => new HttpResponse('x', { headers: { 'content-type': 'image/jpeg' } }))
  const app = renderApp('/tenants/7', { user: aUser() })
  const input = await screen.findByLabelText('Add Photo', { selector: 'input' })
  answer('get', '/api/tenants/7', () => HttpResponse.json(aTenant({ id: 7, profilePhotoUrl: photo, version: 2 })))
  fireEvent.change(input, { target: { files: [file()] } })
  expect(await screen.findByText('Photo saved')).toBeVisible()
  expect(sent.headers[0]?.get('content-type')).toMatch('multipart/form-data')
  const removed = answer('delete', '/api/tenants/7/photo', () => HttpResponse.json(aTenant({ id: 7 })))
  await app.user.click(await screen.findByRole('button', { name: /^Remove Photo/ }))
  expect(await screen.findByText('Photo removed')).toBeVisible()
  expect(removed.headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
})

it('what is refused is said in the server’s words', async () => {
  answer('get', '/api/tenants/7', () => HttpResponse.json(aTenant({ id: 7 })))
  answer('post', '/api/tenants/7/photo', () => problem(422, { title: 'Invalid file type', detail: 'Please upload a photo (PNG, JPG or GIF)' }))
  renderApp('/tenants/7', { user: aUser() })
  fireEvent.change(await screen.findByLabelText('Add Photo', { selector: 'input' }), { target: { files: [file()] } })
  expect(await screen.findByText('Please upload a photo (PNG, JPG or GIF)')).toBeVisible()
})

it('a tenant sets their own', async () => {
  answer('get', '/api/tenant-portal', () => HttpResponse.json(aPortal()))
  const sent = answer('post', '/api/tenant-portal/photo', () => HttpResponse.json({ profilePhotoUrl: '/api/tenant-portal/photo?v=3' }))
  answer('get', '/api/tenant-portal/photo', () => new HttpResponse('x', { headers: { 'content-type': 'image/jpeg' } }))
  const app = renderApp('/tenant-dashboard', { user: aUserWith('Tenant') })
  const input = await screen.findByLabelText('Add Photo', { selector: 'input' })
  const tenant = aPortal().tenant ?? aTenant()
  answer('get', '/api/tenant-portal', () => HttpResponse.json(aPortal({ tenant: { ...tenant, profilePhotoUrl: '/api/tenant-portal/photo?v=3' } })))
  fireEvent.change(input, { target: { files: [file()] } })
  expect(await screen.findByText('Photo saved')).toBeVisible()
  expect(sent.headers).toHaveLength(1)
  const removed = answer('delete', '/api/tenant-portal/photo', () => new HttpResponse(null, { status: 204 }))
  await app.user.click(await screen.findByRole('button', { name: 'Remove Photo' }))
  await waitFor(() => expect(removed.headers).toHaveLength(1))
})

import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { watchSaving, zip } from '@/test/downloads'
import { aUserWith } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aPortal, aPortalTenancy, aTenant } from '@/test/tenantFactories'
import { portal } from './messages'

const user = aUserWith('Tenant')
const call = '/api/tenant-portal/download'
const left = { leaseStatus: 'Ended' as const, leaveDate: '2026-10-31' }

test('a former tenant saves everything of the home under the server’s name', async () => {
  const saved = watchSaving()
  const tenancies = [aPortalTenancy({ tenancyId: 4, ...left, accessEnd: '2027-10-31' })]
  answer('get', '/api/tenant-portal', () => HttpResponse.json(aPortal({ tenancies, tenant: aTenant({ ...left, tenancyId: 4 }) })))
  let reply: () => void = () => undefined
  const held = new Promise<void>((resolve) => (reply = resolve))
  const asked = answer('get', call, async () => {
    await held
    return zip({ 'content-disposition': 'attachment; filename="lintel-my-home-2026-11-21.zip"' })()
  })
  const app = renderApp('/tenant-dashboard', { user })
  const button = await screen.findByRole('button', { name: portal.downloadAll })
  await app.user.click(button)
  await waitFor(() => expect(button).toBeDisabled())
  reply()
  expect(await screen.findByText(portal.downloadedText)).toBeVisible()
  expect(saved).toEqual(['lintel-my-home-2026-11-21.zip'])
  expect(asked.queries).toEqual([{ tenancyId: '4' }])
  expect(button).toBeEnabled()
})

test('who lives there does so beside other acts, and reads why it failed', async () => {
  answer('get', '/api/tenant-portal', () => HttpResponse.json(aPortal()))
  answer('get', call, () => problem(429, { detail: 'Please wait a minute.' }))
  const app = renderApp('/tenant-dashboard', { user })
  const row = await screen.findByRole('button', { name: new RegExp(portal.downloadAll) })
  expect(row).not.toHaveAttribute('aria-haspopup')
  await app.user.click(row)
  expect(await screen.findByText('Please wait a minute.')).toBeVisible()
  expect(screen.getByText(portal.downloadFailed)).toBeVisible()
  expect(row).toBeEnabled()
})

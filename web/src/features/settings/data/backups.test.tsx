import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as save from '@/lib/save'
import { common } from '@/lib/messages'
import { aUser } from '@/test/factories'
import { aBackup } from '@/test/notificationFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { switches } from '../messages'
import { backups as texts } from './messages'
import { sizeText } from './model'

const panel = async () => within(await screen.findByRole('region', { name: texts.title }))

afterEach(() => vi.restoreAllMocks())

describe('backups', () => {
  test('are listed with day and size, and downloaded under the server’s name', async () => {
    const saved = vi.spyOn(save, 'saveFile').mockReturnValue()
    answer('get', '/api/backups', () => HttpResponse.json([aBackup(), aBackup({ id: 8, createdAt: '2026-11-23T02:10:00Z', sizeBytes: 0, state: 'failed' })]))
    const asked = answer('get', '/api/backups/9', () => new HttpResponse('zip', { headers: { 'content-disposition': 'attachment; filename="okafor-lettings-2026-11-24.zip"' } }))
    const { user } = renderApp('/settings/security', { user: aUser() })
    const list = await panel()
    expect(await list.findByText('3.4 MB')).toBeVisible()
    expect(list.getByText(texts.about.failed)).toBeVisible()
    await user.click(list.getByRole('button', { name: texts.downloadOf('24 November 2026, 02:10') }))
    await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.anything(), 'okafor-lettings-2026-11-24.zip'))
    expect(asked.headers).toHaveLength(1)
    expect(list.getAllByRole('button', { name: /^Download/ })).toHaveLength(1)
  })

  test('one is made on demand, and the list follows it', async () => {
    answer('get', '/api/backups', (count) => HttpResponse.json(count === 1 ? [] : [aBackup({ state: count === 2 ? 'running' : 'ready' })]))
    const asked = answer('post', '/api/backups', () => HttpResponse.json(aBackup({ state: 'running' }), { status: 201 }))
    const { user } = renderApp('/settings/security', { user: aUser() })
    const list = await panel()
    expect(await list.findByText(texts.none)).toBeVisible()
    await user.click(list.getByRole('button', { name: texts.now }))
    expect(await list.findByText(texts.about.running)).toBeVisible()
    expect(list.getByRole('button', { name: texts.now })).toBeDisabled()
    expect(asked.headers[0]?.get('idempotency-key')).not.toBeNull()
    expect(await list.findByText('3.4 MB')).toBeVisible()
    expect(list.getByRole('button', { name: texts.now })).toBeEnabled()
  })

  test('what fails says why', async () => {
    answer('get', '/api/backups', () => HttpResponse.json([aBackup()]))
    answer('post', '/api/backups', () => problem(503, { detail: 'Notifications are away.' }))
    answer('get', '/api/backups/9', () => problem(404, { detail: 'This backup is gone.' }))
    const { user } = renderApp('/settings/security', { user: aUser() })
    const list = await panel()
    await user.click(await list.findByRole('button', { name: texts.now }))
    expect(await screen.findByText('Notifications are away.')).toBeVisible()
    await user.click(list.getByRole('button', { name: /^Download/ }))
    expect(await screen.findByText('This backup is gone.')).toBeVisible()
  })

  test('that cannot be listed are asked for again', async () => {
    answer('get', '/api/backups', () => problem(400, { detail: 'No.' }))
    const { user } = renderApp('/settings/security', { user: aUser() })
    const list = await panel()
    expect(await list.findByText(common.couldNotLoad(texts.what))).toBeVisible()
    answer('get', '/api/backups', () => HttpResponse.json([]))
    await user.click(list.getByRole('button', { name: common.retry }))
    expect(await list.findByText(texts.none)).toBeVisible()
  })

  test('are an Owner’s', async () => {
    const asked = answer('get', '/api/backups', () => HttpResponse.json([]))
    renderApp('/settings/security', { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Manager' } }) })
    await screen.findByRole('switch', { name: switches.loginNotifications.name })
    expect(screen.queryByRole('region', { name: texts.title })).toBeNull()
    expect(screen.queryByRole('switch', { name: switches.dataBackup.name })).toBeNull()
    expect(asked.headers).toHaveLength(0)
  })
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [12_300, '12 KB'],
  [3_420_000, '3.4 MB'],
  [342_000_000, '342 MB'],
  [5_000_000_000_000, '5000 GB'],
])('%d bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))

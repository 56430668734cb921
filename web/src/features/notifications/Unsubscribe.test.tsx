import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { common } from '@/lib/messages'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { unsubscribe as texts } from './messages'

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const setting = 'Maintenance alerts'
const link = () => answer('get', '/api/unsubscribe/secret', () => HttpResponse.json({ setting }))

describe('a link that stops emails', () => {
  test('says what it stops, and stops it after a press alone', async () => {
    const asked = link()
    const stopped = answer('post', '/api/unsubscribe/secret', () => HttpResponse.json({ setting }))
    const { user, address } = renderApp('/unsubscribe?token=secret')
    await heading(texts.title)
    expect(screen.getByText(texts.lead(setting))).toBeVisible()
    expect(asked.headers).toHaveLength(1)
    expect(address()).toBe('/unsubscribe')
    expect(stopped.headers).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: texts.stop }))
    await heading(texts.done)
    expect(screen.getByText(texts.doneText(setting))).toHaveAttribute('role', 'status')
    expect(stopped.headers).toHaveLength(1)
    expect(screen.getByRole('link', { name: texts.toSettings })).toHaveAttribute('href', '/settings/notifications')
  })

  test('works for who is signed in, too', async () => {
    link()
    renderApp('/unsubscribe?token=secret', { user: aUser() })
    await heading(texts.title)
  })

  test.each([['/unsubscribe'], ['/unsubscribe?token=']])('%s is dead', async (path) => {
    renderApp(path)
    await heading(texts.dead)
    expect(screen.getByRole('alert')).toHaveTextContent(texts.deadText)
  })

  test('that is dead says so', async () => {
    answer('get', '/api/unsubscribe/:token', () => problem(404, { reason: 'LINK_INVALID' }))
    renderApp('/unsubscribe?token=old')
    await heading(texts.dead)
  })

  test('that cannot be opened now is tried again', async () => {
    answer('get', '/api/unsubscribe/:token', () => problem(400, { detail: 'Come back later.' }))
    const { user } = renderApp('/unsubscribe?token=secret')
    expect(await screen.findByText('Come back later.')).toBeVisible()
    link()
    await user.click(screen.getByRole('button', { name: common.retry }))
    await heading(texts.title)
  })

  test('whose press fails stays, and says why', async () => {
    link()
    answer('post', '/api/unsubscribe/:token', () => problem(503, { detail: 'Notifications are away.' }))
    const { user } = renderApp('/unsubscribe?token=secret')
    await user.click(await screen.findByRole('button', { name: texts.stop }))
    expect(await screen.findByText('Notifications are away.')).toBeVisible()
    expect(screen.getByRole('button', { name: texts.stop })).toBeVisible()
  })
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '@/api/account'
import type { Notification } from '@/api/notifications'
import { londonDay } from '@/lib/civilDate'
import { common, product, shell } from '@/lib/messages'
import { Stream, setViewport } from '@/test/browser'
import { aUser, aUserWith } from '@/test/factories'
import { aNotification } from '@/test/notificationFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { bell } from './bell.messages'
import { notifications as texts } from './messages'
import { byDay, dayName, itemAfter } from './model'

const nothing = () => new HttpResponse(null, { status: 204 })
const opener = (unread: number) => screen.findByRole('button', { name: bell.name(unread) })
const panel = () => screen.findByRole('dialog', { name: texts.title })

/** A server with these, as many unread as are new. */
function told(...rows: Notification[]) {
  answer('get', '/api/notifications/unread-count', () => HttpResponse.json({ unread: rows.filter(({ readAt }) => readAt === null).length }))
  return answer('get', '/api/notifications', () => HttpResponse.json(rows))
}

const read = { readAt: '2026-11-24T10:00:00Z' }
const repair = aNotification({ id: 32, kind: 'maintenance', title: 'Front door does not lock', text: null, url: '/maintenance/5' })
const seen = aNotification({ id: 30, kind: 'certificate', title: 'EPC expires today', url: null, ...read })

afterEach(() => vi.restoreAllMocks())

describe('the bell', () => {
  test.each<[Role, string]>([
    ['Landlord', '/'],
    ['Landlord', '/portfolio'],
    ['Landlord', '/maintenance/7'],
    ['Landlord', '/nothing'],
    ['Landlord', '/settings'],
    ['Landlord', '/settings/profile'],
    ['Tenant', '/'],
    ['Employer', '/'],
    ['Guarantor', '/'],
  ])('of a %s stands once on %s', async (role, path) => {
    answer('get', '/api/maintenance-requests/7', () => problem(404))
    renderApp(path, { user: aUserWith(role) })
    await screen.findAllByRole('heading', { hidden: true })
    await waitFor(() => expect(screen.getAllByRole('button', { name: bell.name(0), hidden: true })).toHaveLength(1))
  })

  test('stands beside the menu’s button on a phone', async () => {
    setViewport({ width: 360 })
    renderApp('/portfolio', { user: aUser() })
    const menu = await screen.findByRole('button', { name: shell.openMenu })
    expect(menu.previousElementSibling).toHaveAccessibleName(bell.name(0))
    expect(screen.getAllByRole('button', { name: bell.name(0) })).toHaveLength(1)
  })

  test('counts what is unread, plainly, and nothing at none', async () => {
    told(aNotification(), repair)
    renderApp('/', { user: aUser() })
    expect(await opener(2)).toHaveTextContent('2')
    expect(bell.count(100)).toBe('99+')
  })

  test('without an answer has no figure', async () => {
    const asked = answer('get', '/api/notifications/unread-count', () => problem(503))
    renderApp('/', { user: aUser() })
    expect(await opener(0)).toHaveTextContent('')
    expect(asked.headers).toHaveLength(1)
  })

  test('follows the stream of changes', async () => {
    answer('get', '/api/notifications/unread-count', (count) => HttpResponse.json({ unread: count - 1 }))
    renderApp('/', { user: aUser() })
    await opener(0)
    act(() => Stream.open?.say('changed', '{"resource":"notifications","id":7,"version":2}'))
    expect(await opener(1)).toBeVisible()
  })

  test('of those without properties counts in the browser’s title', async () => {
    told(repair)
    renderApp('/', { user: aUserWith('Tenant') })
    await waitFor(() => expect(document.title).toBe(`(1) ${product.title}`))
  })
})

describe('the panel', () => {
  async function open(...rows: Notification[]) {
    told(...rows)
    const app = renderApp('/portfolio', { user: aUser() })
    const button = await opener(rows.filter(({ readAt }) => readAt === null).length)
    await app.user.click(button)
    return { ...app, button, dialog: within(await panel()) }
  }

  test('begins at its heading, shows days, what is new in words, and when', async () => {
    const { dialog } = await open(repair, { ...seen, createdAt: '2026-11-20T06:00:00Z' })
    await waitFor(() => expect(dialog.getByRole('heading', { name: texts.title })).toHaveFocus())
    const today = within(await dialog.findByRole('region', { name: texts.today }))
    expect(today.getByRole('link', { name: /Front door does not lock.*New$/ })).toHaveAttribute('href', '/maintenance/5')
    const before = within(dialog.getByRole('region', { name: 'Fri 20 Nov 2026' }))
    expect(before.getByText('06:00')).toBeVisible()
    expect(before.queryByText(texts.isNew)).toBeNull()
    expect(dialog.getByRole('link', { name: texts.settings })).toHaveAttribute('href', '/settings/notifications')
  })

  test('is moved through with the arrows, and Escape leads back to the bell', async () => {
    const { user, dialog, button } = await open(repair, aNotification(), seen)
    await dialog.findByText(seen.title)
    await user.keyboard('{ArrowDown}')
    expect(dialog.getByRole('link', { name: /Front door/ })).toHaveFocus()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(dialog.getByRole('button', { name: /EPC expires/ })).toHaveFocus()
    await user.keyboard('{Home}')
    expect(dialog.getByRole('link', { name: /Front door/ })).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: texts.title })).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
  })

  test('reads nothing when opened; following an item reads it and leads there', async () => {
    answer('get', '/api/maintenance-requests/5', () => problem(404))
    const { user, dialog, address } = await open(repair)
    const asked = answer('post', '/api/notifications/32/read', nothing)
    const item = await dialog.findByRole('link', { name: /Front door/ })
    expect(asked.headers).toHaveLength(0)
    told({ ...repair, ...read })
    await user.click(item)
    await waitFor(() => expect(asked.headers).toHaveLength(1))
    expect(asked.headers[0]?.get('idempotency-key')).not.toBeNull()
    expect(address()).toBe('/maintenance/5')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: texts.title })).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: bell.name(0), hidden: true })).toBeInTheDocument())
  })

  test('reads what leads nowhere when it is pressed', async () => {
    const { user, dialog } = await open({ ...seen, readAt: null })
    const asked = answer('post', '/api/notifications/30/read', nothing)
    const item = await dialog.findByRole('button', { name: /EPC expires/ })
    told(seen)
    await user.click(item)
    await waitFor(() => expect(dialog.queryByText(texts.isNew)).toBeNull())
    await waitFor(() => expect(asked.headers).toHaveLength(1))
    expect(item).toBeVisible()
  })

  test('leads nowhere but to this site', async () => {
    const { dialog } = await open(aNotification({ url: 'https://elsewhere.example/' }))
    expect(await dialog.findByRole('link', { name: /New application/ })).toHaveAttribute('href', '/')
  })

  test('reads all at once', async () => {
    const { user, dialog } = await open(repair, aNotification())
    const asked = answer('post', '/api/notifications/read-all', nothing)
    await dialog.findByText(repair.title)
    told({ ...repair, ...read }, aNotification(read))
    await user.click(dialog.getByRole('button', { name: texts.readAll }))
    await waitFor(() => expect(dialog.queryByText(texts.isNew)).toBeNull())
    expect(asked.headers).toHaveLength(1)
    expect(dialog.queryByRole('button', { name: texts.readAll })).toBeNull()
    expect(dialog.getByRole('heading', { name: texts.title })).toHaveFocus()
  })

  test('that cannot be read says so, and changes nothing', async () => {
    const { user, dialog } = await open(repair)
    answer('post', '/api/notifications/read-all', () => problem(503, { detail: 'Notifications are away.' }))
    await user.click(await dialog.findByRole('button', { name: texts.readAll }))
    expect(await screen.findByText('Notifications are away.')).toBeInTheDocument()
    expect(dialog.getByText(texts.isNew)).toBeVisible()
  })

  test('without notifications says so', async () => {
    const { dialog } = await open()
    expect(await dialog.findByText(texts.empty)).toBeVisible()
    expect(dialog.queryByRole('button', { name: texts.readAll })).toBeNull()
  })

  test('that cannot be loaded says so, and tries again', async () => {
    answer('get', '/api/notifications', () => problem(400, { detail: 'No.' }))
    const { user } = renderApp('/portfolio', { user: aUser() })
    await user.click(await opener(0))
    const dialog = within(await panel())
    expect(await dialog.findByText(common.couldNotLoad(texts.title))).toBeVisible()
    told(repair)
    await user.click(dialog.getByRole('button', { name: common.retry }))
    expect(await dialog.findByText(repair.title)).toBeVisible()
  })

  test('grows page by page', async () => {
    const older = aNotification({ id: 2, title: 'An older one', ...read })
    const asked = answer('get', '/api/notifications', (count) =>
      count === 1 ? HttpResponse.json([repair], { headers: { link: '</api/notifications?pageToken=next>; rel="next"' } }) : HttpResponse.json([older]),
    )
    const { user } = renderApp('/portfolio', { user: aUser() })
    await user.click(await opener(0))
    const dialog = within(await panel())
    await user.click(await dialog.findByRole('button', { name: texts.more }))
    expect(await dialog.findByText('An older one')).toBeVisible()
    expect(asked.queries[1]).toEqual({ pageSize: '30', pageToken: 'next' })
    expect(dialog.queryByRole('button', { name: texts.more })).toBeNull()
  })

  test('fills a phone’s screen, and closes', async () => {
    setViewport({ width: 360 })
    const { user, dialog } = await open(repair)
    expect(await dialog.findByText(repair.title)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: common.close }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: texts.title })).toBeNull())
  })
})

describe('days', () => {
  const words = { today: 'Today', yesterday: 'Yesterday' }
  const name = (day: string) => dayName(day, new Date('2026-11-25T00:30:00Z'), words, (other) => other)

  test.each([
    ['2026-11-25', 'Today'],
    ['2026-11-24', 'Yesterday'],
    ['2026-11-23', '2026-11-23'],
  ])('%s is called %s', (day, expected) => expect(name(day)).toBe(expected))

  test('are London’s: an hour before midnight in summer is the next day', () => {
    const late = aNotification({ createdAt: '2026-07-01T23:30:00Z' })
    const early = aNotification({ createdAt: '2026-07-01T22:30:00Z' })
    expect(byDay([late, early]).map(({ day }) => day)).toEqual(['2026-07-02', '2026-07-01'])
    expect(londonDay(new Date(late.createdAt))).toBe('2026-07-02')
  })

  test('hold what was raised on them in the order that it came', () => {
    expect(byDay([repair, aNotification()]).map(({ items }) => items.length)).toEqual([2])
  })
})

test.each([
  ['ArrowDown', -1, 3, 0],
  ['ArrowDown', 2, 3, 2],
  ['ArrowUp', 0, 3, 0],
  ['End', 0, 3, 2],
  ['Home', 2, 3, 0],
  ['Enter', 0, 3, null],
  ['ArrowDown', -1, 0, null],
])('%s from %d of %d leads to %j', (key, at, count, next) => expect(itemAfter(key, at, count)).toBe(next))

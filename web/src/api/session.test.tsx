import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { dashboard } from '@/features/dashboard/messages'
import { login } from '@/features/auth/login.messages'
import { shell } from '@/lib/messages'
import { setViewport } from '@/test/browser'
import { aToken, aUser, someSettings } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { tokenKey, tokenStore } from './token'

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

/** jsdom cannot load a page anew. */
function watchReload() {
  const reload = vi.fn()
  const { origin, href, pathname } = window.location
  vi.stubGlobal('location', { origin, href, pathname, reload })
  return reload
}

test('logging out tells the server, forgets everything and reloads the page', async () => {
  const out = answer('post', '/api/auth/logout', () => new HttpResponse(null, { status: 204 }))
  const { user, cache } = renderApp('/', { user: aUser() })
  await heading(dashboard.title)
  const reload = watchReload()
  await user.click(screen.getByRole('button', { name: shell.logout }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(out.headers[0]?.get('authorization')).toMatch(/^Bearer /)
  expect(tokenStore.get()).toBeNull()
  expect(cache.getQueryData(['get', '/api/properties'])).toBeUndefined()
  await heading(login.title)
})

test('logging out works when the server does not', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  answer('post', '/api/auth/logout', () => problem(503))
  const { user } = renderApp('/', { user: aUser() })
  await heading(dashboard.title)
  const reload = watchReload()
  await user.click(screen.getByRole('button', { name: shell.logout }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(tokenStore.get()).toBeNull()
})

test('another tab that logs out takes this one with it', async () => {
  renderApp('/', { user: aUser() })
  await heading(dashboard.title)
  localStorage.removeItem(tokenKey)
  window.dispatchEvent(new StorageEvent('storage', { key: tokenKey }))
  await heading(login.title)
})

test('another tab that logs in brings this one along', async () => {
  renderApp('/')
  await heading(login.title)
  localStorage.setItem(tokenKey, aToken())
  window.dispatchEvent(new StorageEvent('storage', { key: tokenKey }))
  await heading(dashboard.title)
})

test('nothing of one person is left for the next', async () => {
  const { cache } = renderApp('/', { user: aUser() })
  await heading(dashboard.title)
  cache.setQueryData(['get', '/api/secret'], 1)
  tokenStore.set(aToken({ subject: '8' }))
  expect(cache.getQueryData(['get', '/api/secret'])).toBeUndefined()
})

test('an unverifiable token is removed, with a note for developers only', async () => {
  const note = vi.spyOn(console, 'error').mockReturnValue()
  answer('get', '/api/auth/me', () => problem(404))
  tokenStore.set(aToken())
  renderApp('/')
  await heading(login.title)
  expect(note).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['Helen', 'Okafor', 'Helen Okafor'],
  ['Helen', '', 'Helen'],
  ['', '', shell.fallbackName],
])('the footer names %j %j as %s', async (firstName, lastName, name) => {
  answer('get', '/api/user-settings', () => HttpResponse.json(someSettings({ firstName, lastName })))
  renderApp('/', { user: aUser({ name: 'Account Name' }) })
  expect(await screen.findByText(name)).toBeVisible()
  expect(screen.getByText('Okafor Lettings')).toBeVisible()
})

test('a phone shows the user, the tabs, and the menu with the same items', async () => {
  setViewport({ width: 767 })
  const { user } = renderApp('/', { user: aUser() })
  expect(await screen.findByText('Logged in as Helen Okafor')).toBeVisible()
  const tabs = within(screen.getByRole('navigation', { name: shell.tabs }))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Dashboard', 'Portfolio', 'Tenants', 'Maintenance', 'Settings'])
  expect(screen.queryByRole('button', { name: shell.logout })).toBeNull()
  await user.click(screen.getByRole('button', { name: shell.openMenu }))
  const menu = within(await screen.findByRole('dialog', { name: shell.menu }))
  expect(menu.getAllByRole('link', { name: /Dashboard|Portfolio/ })).toHaveLength(2)
  expect(menu.getByRole('button', { name: shell.logout })).toBeVisible()
  await user.click(menu.getByRole('button', { name: shell.closeMenu }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('from 768 pixels on: the sidebar, and neither tabs nor the line', async () => {
  setViewport({ width: 768 })
  renderApp('/', { user: aUser() })
  await heading(dashboard.title)
  expect(screen.getByRole('navigation', { name: shell.nav })).toBeVisible()
  expect(screen.queryByRole('navigation', { name: shell.tabs })).toBeNull()
  expect(screen.queryByText(/^Logged in as/)).toBeNull()
})

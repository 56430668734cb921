import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { dashboard } from '@/features/dashboard/messages'
import { portfolio } from '@/features/portfolio/messages'
import { common, errorPages, navigation, product, shell } from '@/lib/messages'
import { setViewport } from '@/test/browser'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer } from '@/test/server'
import { toasts } from '@/ui/toast/toasts'

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('a navigation', () => {
  test('names the page and focuses its heading, except on the first page', async () => {
    const { user } = renderApp('/', { user: aUser() })
    expect(await heading(dashboard.title)).not.toHaveFocus()
    expect(document.title).toBe(product.title)
    await user.click(screen.getByRole('link', { name: navigation.portfolio }))
    await waitFor(async () => expect(await heading(portfolio.title)).toHaveFocus())
    expect(document.title).toContain(portfolio.title)
    expect(screen.getByRole('link', { name: navigation.portfolio })).toHaveAttribute('aria-current', 'page')
  })

  test('can be skipped', async () => {
    const { user } = renderApp('/', { user: aUser() })
    await heading(dashboard.title)
    await user.tab()
    expect(screen.getByRole('link', { name: common.skip })).toHaveFocus()
    expect(screen.getByRole('link', { name: common.skip })).toHaveAttribute('href', `#${screen.getByRole('main').id}`)
  })

  test('from the menu closes the menu', async () => {
    setViewport({ width: 360 })
    const { user } = renderApp('/', { user: aUser() })
    await user.click(await screen.findByRole('button', { name: shell.openMenu }))
    const menu = await screen.findByRole('dialog', { name: shell.menu })
    await user.click(within(menu).getByRole('link', { name: navigation.portfolio }))
    await heading(portfolio.title)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('to nothing is a page within the frame', async () => {
    const { user } = renderApp('/nothing', { user: aUser() })
    expect(await heading('Page Not Found')).toBeVisible()
    await user.click(screen.getByRole('link', { name: errorPages.backHome }))
    await heading(dashboard.title)
  })
})

test('a page that breaks keeps the frame, and leads on', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  answer('get', '/api/properties', () => HttpResponse.json([{ id: 1 }]))
  const { user } = renderApp('/portfolio', { user: aUser() })
  expect(await heading(errorPages.crashTitle)).toBeVisible()
  expect(screen.getByRole('navigation', { name: shell.nav })).toBeVisible()
  await user.click(screen.getByText(errorPages.details))
  await user.click(screen.getByRole('button', { name: errorPages.copyDetails }))
  expect(await screen.findByRole('button', { name: errorPages.copied })).toBeVisible()
  expect(await navigator.clipboard.readText()).toContain('TypeError')
})

describe('a toast', () => {
  async function openApp() {
    const app = renderApp('/', { user: aUser() })
    await heading(dashboard.title)
    return app
  }

  test('says good news politely and bad news at once', async () => {
    await openApp()
    act(() => toasts.success('Done'))
    expect(screen.getByText('Done').closest('[role]')).toHaveAttribute('role', 'status')
    act(() => toasts.failure('Broken', 'Try again.'))
    expect(screen.getByRole('alert')).toHaveTextContent('BrokenTry again.')
  })

  test('takes the place of the one before', async () => {
    await openApp()
    act(() => toasts.success('First'))
    act(() => toasts.success('Second'))
    expect(screen.queryByText('First')).toBeNull()
    expect(screen.getByText('Second')).toBeVisible()
  })

  test('can be dismissed', async () => {
    const { user } = await openApp()
    act(() => toasts.success('Done'))
    await user.click(screen.getByRole('button', { name: common.dismiss }))
    expect(screen.queryByText('Done')).toBeNull()
  })

  test('goes after five seconds, but not while it is pointed at', async () => {
    await openApp()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    act(() => toasts.success('Done'))
    act(() => void vi.advanceTimersByTime(4_999))
    expect(screen.getByText('Done')).toBeVisible()
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.queryByText('Done')).toBeNull()

    act(() => toasts.success('Held'))
    fireEvent.pointerEnter(screen.getByText('Held'))
    act(() => void vi.advanceTimersByTime(60_000))
    expect(screen.getByText('Held')).toBeVisible()
    fireEvent.pointerLeave(screen.getByText('Held'))
    act(() => void vi.advanceTimersByTime(5_000))
    expect(screen.queryByText('Held')).toBeNull()
  })
})

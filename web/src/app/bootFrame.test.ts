import { afterEach, beforeEach, expect, test } from 'vitest'
import { tokenStore } from '@/api/token'
import { aToken } from '@/test/factories'
import page from '../../index.html?raw'
import { showBootFrame } from './bootFrame'

beforeEach(() => {
  const root = new DOMParser().parseFromString(page, 'text/html').getElementById('root')
  if (root) document.body.append(root)
})
afterEach(() => document.getElementById('root')?.remove())

/** Returns the boot frame of the address: its kind, and the title that is shown. */
function shownAt(pathname: string) {
  showBootFrame({ pathname })
  const boot = document.querySelector<HTMLElement>('.boot')
  return [boot?.dataset.frame, boot?.querySelector('.boot-title')?.textContent]
}

test('until anything is known there is the product and that it is loaded', () => {
  const boot = document.querySelector<HTMLElement>('.boot')
  expect(boot?.dataset.frame).toBeUndefined()
  expect(boot?.querySelector('[role=status]')).toHaveTextContent('Loading...')
  expect(boot?.querySelector('.boot-bar')).toHaveTextContent('Lintel')
})

test.each([
  ['/', 'Sign in to Lintel'],
  ['/portfolio/7', 'Sign in to Lintel'],
  ['/signup', 'Create your account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/manual-verify', 'Enter your code'],
  ['/verify-email', ''],
  ['/accept-invite', ''],
  ['/tenant-signup', ''],
  ['/guarantor-verify/secret', ''],
])('a stranger at %s sees the page of the signed-out: %s', (path, title) => {
  expect(shownAt(path)).toEqual(['public', title])
})

test.each([
  ['/', 'Executive Dashboard'],
  ['/portfolio', 'Portfolio'],
  ['/portfolio/compliance', 'Compliance'],
  ['/sold-properties', 'Sold Properties'],
  ['/settings', 'Settings'],
  ['/portfolio/7', ''],
])('a landlord at %s sees the frame: %s', (path, title) => {
  tokenStore.set(aToken())
  expect(shownAt(path)).toEqual(['shell', title])
})

test('others see no screen that is not theirs', () => {
  tokenStore.set(aToken({ role: 'Tenant' }))
  expect(shownAt('/')).toEqual(['shell', ''])
})

test('a page for the signed-out shows no frame to somebody with a token', () => {
  tokenStore.set(aToken())
  expect(shownAt('/accept-invite')).toEqual([undefined, ''])
})

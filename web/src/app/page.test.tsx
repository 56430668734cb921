import { render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { chunk } from '@/lib/chunk'
import { page } from './page'

const module = { Component: () => <p>The page</p> }

function show(Page: ReturnType<typeof page>) {
  const waiting = vi.fn(() => <p>Waiting</p>)
  const Waiting = () => waiting()
  const app = render(
    <Suspense fallback={<Waiting />}>
      <Page />
    </Suspense>,
  )
  return { ...app, waiting }
}

test('a page that is there is rendered at once, and nothing stands in for it', async () => {
  const source = chunk(() => Promise.resolve(module))
  await source.load()
  const { waiting } = show(page(source))
  expect(screen.getByText('The page')).toBeVisible()
  expect(waiting).not.toHaveBeenCalled()
})

test('one that is not is fetched when it is first shown', async () => {
  const fetch = vi.fn(() => Promise.resolve(module))
  const Page = page(fetch)
  expect(fetch).not.toHaveBeenCalled()
  show(Page)
  expect(screen.getByText('Waiting')).toBeVisible()
  expect(await screen.findByText('The page')).toBeVisible()
  expect(fetch).toHaveBeenCalledOnce()
})

test('what was typed stays when the page is rendered again', async () => {
  const Counting = () => {
    const [id] = useState(Math.random)
    return <p data-testid="id">{id}</p>
  }
  const Page = page(() => Promise.resolve({ Component: Counting }))
  const { rerender } = show(Page)
  const before = (await screen.findByTestId('id')).textContent
  rerender(
    <Suspense fallback={<p>Waiting</p>}>
      <Page />
    </Suspense>,
  )
  expect(screen.getByTestId('id')).toHaveTextContent(before)
})

test('a module that did not come is fetched again', async () => {
  const fetch = vi.fn().mockRejectedValueOnce(new TypeError('gone')).mockResolvedValue(module)
  const source = chunk(fetch)
  await expect(source.load()).rejects.toThrow('gone')
  expect(source.there).toBeUndefined()
  await source.load()
  expect(source.there).toBe(module)
})

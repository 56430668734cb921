import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { optional } from './optional'

test('a part that cannot be loaded leaves the screen around it', async () => {
  const There = optional(() => Promise.resolve(() => 'three urgent'))
  const Missing = optional(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  render(
    <main>
      <h1>Portfolio</h1>
      <Suspense fallback="there loads">
        <There />
      </Suspense>
      <Suspense fallback="missing loads">
        <Missing />
      </Suspense>
    </main>,
  )
  expect(await screen.findByText('three urgent')).toBeVisible()
  expect(screen.getByRole('main')).toHaveTextContent(/^Portfoliothree urgent$/)
})

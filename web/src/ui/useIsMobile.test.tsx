import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setViewport } from '@/test/browser'
import { useHeldLayout, useIsMobile, useIsMobileNow } from './useIsMobile'

const name = (isMobile: boolean) => (isMobile ? 'phone' : 'desk')

function Page() {
  return (
    <p>
      {name(useIsMobile())} in a {name(useIsMobileNow())} frame
    </p>
  )
}

function Form({ isDirty }: { isDirty: () => boolean }) {
  useHeldLayout(isDirty)
  return null
}

function Key() {
  useHeldLayout()
  return null
}

describe('the layout of a page', () => {
  it('stays while a form is unsaved, and follows the window once saved', () => {
    let isDirty = true
    const screenOf = () => (
      <>
        <Page />
        <Form isDirty={() => isDirty} />
      </>
    )
    const { rerender } = render(screenOf())
    expect(screen.getByText('desk in a desk frame')).toBeVisible()
    setViewport({ width: 390 })
    rerender(screenOf())
    expect(screen.getByText('desk in a phone frame')).toBeVisible()
    isDirty = false
    rerender(screenOf())
    expect(screen.getByText('phone in a phone frame')).toBeVisible()
  })

  it('stays while a key is shown once, and follows the window afterwards', () => {
    setViewport({ width: 390 })
    const screenOf = (isShown: boolean) => (
      <>
        <Page />
        {isShown && <Key />}
      </>
    )
    const { rerender } = render(screenOf(true))
    setViewport({ width: 844 })
    rerender(screenOf(true))
    expect(screen.getByText('phone in a desk frame')).toBeVisible()
    rerender(screenOf(false))
    expect(screen.getByText('desk in a desk frame')).toBeVisible()
  })
})

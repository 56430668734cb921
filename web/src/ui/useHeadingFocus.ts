import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Focuses a page's heading when the page was navigated to, not when it is the first one of the visit. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const isFirst = useRef(key === 'default')
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

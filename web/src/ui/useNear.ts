import { startTransition, useEffect, useRef, useState, type RefObject } from 'react'

/** Returns whether an element has come within a quarter of a screen of what is seen; once near it stays so. */
export function useNear<E extends Element>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || element.current === null) return
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && startTransition(() => setNear(true)), {
      rootMargin: '25%',
    })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [isNear])
  return [element, isNear]
}

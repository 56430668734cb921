import { startTransition, useEffect, useState } from 'react'

/**
 * How many of `total` items to render now: `step` at first, and so many more each time the browser has had a breath. All at
 * once they would keep a slow phone from answering its user.
 */
export function useGrowing(total: number, step: number): number {
  const [count, setCount] = useState(step)
  const isWhole = count >= total
  useEffect(() => {
    if (isWhole) return
    const timer = setTimeout(() => startTransition(() => setCount((before) => before + step)))
    return () => clearTimeout(timer)
  }, [count, isWhole, step])
  return count
}

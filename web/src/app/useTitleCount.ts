import { useEffect } from 'react'
import { titleCount } from '@/ui/titleCount'

/** Announces a count in the browser's title and on the application's icon, until there is nobody signed in. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    titleCount.set(count)
    void setBadge(count)
  }, [count])
  useEffect(
    () => () => {
      titleCount.set(0)
      void setBadge(0)
    },
    [],
  )
}

/** Only installed applications have a badge, and not in every browser. */
async function setBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  try {
    await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge())
  } catch {
    // Not installed, or not allowed: there is no badge, and nothing to say about it.
  }
}

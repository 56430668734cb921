import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { summaryQuery } from '@/api/compliance'
import { titleCount } from '@/ui/titleCount'

/** Says how much is urgent in the browser's title and on the application's icon, whatever screen is open. */
export function UrgentCount() {
  const { data } = useQuery({ ...summaryQuery(), staleTime: Infinity, refetchOnWindowFocus: false, retry: false })
  const count = data?.urgentCount ?? 0
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
  return null
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

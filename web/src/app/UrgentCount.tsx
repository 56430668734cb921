import { useQuery } from '@tanstack/react-query'
import { summaryQuery } from '@/api/compliance'
import { useTitleCount } from './useTitleCount'

/** Says how much is urgent in the browser's title and on the application's icon, whatever screen is open. */
export function UrgentCount() {
  const { data } = useQuery({ ...summaryQuery(), staleTime: Infinity, refetchOnWindowFocus: false })
  useTitleCount(data?.urgentCount ?? 0)
  return null
}

import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { requestAnalyticsQuery } from '@/api/maintenance'
import { shell } from '@/lib/messages'
import { Hidden } from '@/ui/Hidden'

const Figure = styled('span')({ marginLeft: 'auto', fontWeight: 600 })

/** Shows the number of requests of high priority that are neither Completed nor Cancelled: a plain figure at the end of the item, none at 0. */
export function MaintenanceCount() {
  const { data } = useQuery({ ...requestAnalyticsQuery(), refetchOnWindowFocus: false })
  if (data === undefined || data.urgent === 0) return null
  return (
    <Figure>
      <Hidden>, </Hidden>
      {data.urgent}
      <Hidden> {shell.urgentRequests}</Hidden>
    </Figure>
  )
}

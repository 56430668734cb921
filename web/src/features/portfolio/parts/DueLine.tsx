import { styled } from '@mui/material/styles'
import { CircleAlert, CircleDashed, Clock } from 'lucide-react'
import { color, type } from '@/theme/tokens'
import { Skeleton } from '@/ui/Skeleton'
import { portfolio } from '../messages'
import type { KnownDue } from '../queries'

const Line = styled('p')({ ...type.small, display: 'flex', alignItems: 'center', gap: 6, minHeight: 18, fontWeight: 500, '& svg': { flex: 'none' } })

/** The most pressing thing of a property in a line that is always there, so that cards stay aligned; else how much of what it needs is missing. */
export function DueLine({ due, missing = 0 }: { due: KnownDue; missing?: number | undefined }) {
  if (due === undefined) {
    return (
      <Line as="div">
        <Skeleton width={120} />
      </Line>
    )
  }
  if (due === null && missing > 0) {
    return (
      <Line sx={{ color: color.danger }}>
        <CircleDashed size={15} strokeWidth={2} aria-hidden="true" />
        {portfolio.missing(missing)}
      </Line>
    )
  }
  if (due === null || due === 'failed') return <Line sx={{ color: color.muted, fontWeight: 400 }}>{due === null ? portfolio.nothingDue : portfolio.dueUnknown}</Line>
  const Icon = due.tone === 'danger' ? CircleAlert : Clock
  return (
    <Line sx={{ color: color[due.tone] }}>
      <Icon size={15} strokeWidth={2} aria-hidden="true" />
      {due.text}
    </Line>
  )
}

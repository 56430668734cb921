import { styled } from '@mui/material/styles'
import { CircleAlert, Clock } from 'lucide-react'
import { color, type } from '@/theme/tokens'
import { Skeleton } from '@/ui/Skeleton'
import { portfolio } from '../messages'
import type { KnownDue } from '../queries'

const Line = styled('p')({ ...type.small, display: 'flex', alignItems: 'center', gap: 6, minHeight: 18, fontWeight: 500, '& svg': { flex: 'none' } })

const quiet = { failed: portfolio.dueUnknown, unrecorded: portfolio.unrecorded }

/** The most pressing thing of a property in a line that is always there, so that cards stay aligned. */
export function DueLine({ due }: { due: KnownDue }) {
  if (due === undefined) {
    return (
      <Line as="div">
        <Skeleton width={120} />
      </Line>
    )
  }
  if (due === null || typeof due === 'string') return <Line sx={{ color: color.muted, fontWeight: 400 }}>{due === null ? portfolio.nothingDue : quiet[due]}</Line>
  const Icon = due.tone === 'danger' ? CircleAlert : Clock
  return (
    <Line sx={{ color: color[due.tone] }}>
      <Icon size={15} strokeWidth={2} aria-hidden="true" />
      {due.text}
    </Line>
  )
}

import { styled } from '@mui/material/styles'
import { CircleAlert, CircleDashed, Clock } from 'lucide-react'
import { useFormatter } from '@/api/account'
import { color, type } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { cell, facts, grid } from './messages'
import { daysText, type HomeDuty } from './model'

const Two = styled('span')({ ...type.small, display: 'block', '& > span': { display: 'block' } })
const Quiet = styled('span')({ ...type.small, display: 'block', color: color.muted, overflowWrap: 'anywhere' })

/** Shows the state of one duty of a home in a cell: missing is the only badge. */
export function Cell({ duty }: { duty: HomeDuty }) {
  const format = useFormatter()
  const { state, validUntil, tested, shortReason, unknownFact } = duty
  if (state === 'Missing') {
    return (
      <>
        <Badge tone="danger" icon={CircleDashed}>
          {grid.missing}
        </Badge>
        {unknownFact !== null && <Quiet>{facts[unknownFact].unknown}</Quiet>}
      </>
    )
  }
  if (state === 'NotRequired') return <Quiet>{shortReason ?? cell.notNeeded}</Quiet>
  const date = tested ?? validUntil
  const day = date === null ? '' : format.date(date)
  if (state === 'Valid') {
    return (
      <Quiet>
        {tested !== null && <span style={{ display: 'block' }}>{grid.tested}</span>}
        {day}
      </Quiet>
    )
  }
  const ink = state === 'Expired' ? color.danger : color.warning
  return (
    <Two sx={{ color: ink }}>
      <span style={{ fontWeight: 560 }}>{state === 'Expired' ? grid.expired : daysText(duty)}</span>
      <span>{day}</span>
    </Two>
  )
}

/** The same as a badge at the end of a line, for cards. */
export function StateBadge({ duty }: { duty: HomeDuty }) {
  const { state } = duty
  if (state === 'Missing') {
    return (
      <Badge tone="danger" icon={CircleDashed}>
        {grid.missing}
      </Badge>
    )
  }
  if (state === 'Expired') {
    return (
      <Badge tone="danger" icon={CircleAlert}>
        {daysText(duty)}
      </Badge>
    )
  }
  return (
    <Badge tone="warning" icon={Clock}>
      {daysText(duty)}
    </Badge>
  )
}

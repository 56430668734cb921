import { styled } from '@mui/material/styles'
import { CalendarClock } from 'lucide-react'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import type { Deadline } from '@/api/deadlines'
import { londonDay } from '@/lib/civilDate'
import { daysBetween } from '@/lib/days'
import { applicationPath, tenantPath } from '@/lib/paths'
import { lettings as texts } from '../lettings.messages'
import { attention } from '../messages'
import { linesOf } from './deadlineLines'
import { Item, ItemName, ItemText, toneInk, UrgentCard } from './UrgentCard'

/** A name within a sentence is told from it by more than its colour. */
const Name = styled(Link)({ textDecoration: 'underline' })

/** The number of deadlines on the card. */
const shownCount = 2

/** The things to do for tenancies by a day: a deposit to protect, a paper to give, a request for a pet to answer. */
export function Deadlines({ deadlines }: { deadlines: readonly Deadline[] }) {
  const format = useFormatter()
  const today = londonDay(new Date())
  const lines = linesOf(deadlines)
  const rest = lines.length - shownCount
  const isLate = deadlines.some(({ dueDate }) => dueDate < today)
  return (
    <UrgentCard
      icon={CalendarClock}
      tone={isLate ? 'danger' : 'warning'}
      title={texts.deadlines}
      text={texts.deadlinesText}
      none=""
      count={deadlines.length}
      items={lines.slice(0, shownCount).map(({ first: { kind, dueDate, tenantId, applicationId, tenantName, propertyName }, others }) => {
        const days = daysBetween(today, dueDate)
        return (
          <Item key={`${kind}-${String(tenantId ?? applicationId)}`}>
            <div>
              <ItemName>
                {texts.kinds[kind]}, <Name to={tenantId === null ? applicationPath(applicationId ?? 0) : tenantPath(tenantId)}>{tenantName}</Name>
                {others > 0 && <> {texts.andOthers(others)}</>}
              </ItemName>
              <ItemText sx={{ color: toneInk(days < 0 ? 'danger' : 'warning') }}>
                {texts.due(format.date(dueDate), days)}, {propertyName}
              </ItemText>
            </div>
          </Item>
        )
      })}
      action={null}
      more={rest > 0 ? attention.more(rest) : null}
    />
  )
}

import { styled } from '@mui/material/styles'
import { londonDay } from '@/lib/civilDate'
import { typographic, type Formatter } from '@/lib/format'
import { color, type } from '@/theme/tokens'
import { takeBack as texts } from './messages'
import type { TakenBackEntry } from './types'

const List = styled('ul')({ display: 'grid', gap: 10 })
const What = styled('p')({ ...type.body, overflowWrap: 'anywhere' })
const Why = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })

interface TakenBackListProps {
  entries: readonly TakenBackEntry[]
  /** The members of the organisation; whoever has left it is not named. */
  members: readonly { id: number; name: string }[] | undefined
  format: Pick<Formatter, 'date'>
}

/** Lists the acts that were taken back, by whom, with the reasons. */
export function TakenBackList({ entries, members, format }: TakenBackListProps) {
  const nameOf = (userId: number) => members?.find(({ id }) => id === userId)?.name
  return (
    <List>
      {entries.map(({ id, what, reason, takenBackAt, userId, issuesFound, actionRequired }) => (
        <li key={id}>
          <What>{typographic(what)}</What>
          <Why>{texts.historyLine(format.date(londonDay(new Date(takenBackAt))), nameOf(userId), typographic(reason))}</Why>
          {[issuesFound, actionRequired].map((text) => text !== null && <Why key={text}>{text}</Why>)}
        </li>
      ))}
    </List>
  )
}

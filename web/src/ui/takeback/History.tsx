import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { TakenBack } from '@/api/takeBacks'
import { londonDay } from '@/lib/civilDate'
import { typographic } from '@/lib/format'
import { color, type } from '@/theme/tokens'
import { takeBack as texts } from './messages'

const List = styled('ul')({ display: 'grid', gap: 10 })
const What = styled('p')({ ...type.body, overflowWrap: 'anywhere' })
const Why = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })

/** What was taken back, with the reasons. */
export function TakenBackList({ entries }: { entries: readonly TakenBack[] }) {
  const format = useFormatter()
  return (
    <List>
      {entries.map(({ id, what, reason, takenBackAt, issuesFound, actionRequired }) => (
        <li key={id}>
          <What>{typographic(what)}</What>
          <Why>{texts.historyLine(format.date(londonDay(new Date(takenBackAt))), typographic(reason))}</Why>
          {[issuesFound, actionRequired].map((text) => text !== null && <Why key={text}>{text}</Why>)}
        </li>
      ))}
    </List>
  )
}

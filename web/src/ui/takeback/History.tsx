import { styled } from '@mui/material/styles'
import { londonDay } from '@/lib/civilDate'
import { typographic, type Formatter } from '@/lib/format'
import { color, type } from '@/theme/tokens'
import { takeBack as texts } from './messages'
import type { TakenBackEntry } from './types'

const List = styled('ul')({ display: 'grid', gap: 10 })
const What = styled('p')({ ...type.body, overflowWrap: 'anywhere' })
const Why = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })

/** What was taken back, with the reasons. */
export function TakenBackList({ entries, format }: { entries: readonly TakenBackEntry[]; format: Pick<Formatter, 'date'> }) {
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

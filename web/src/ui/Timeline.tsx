import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { color, type } from '@/theme/tokens'

const List = styled('ol')({ '& > li': { display: 'flex', flexWrap: 'wrap', gap: '0 16px', padding: '9px 0' }, '& > li + li': { borderTop: `1px solid ${color.line}` } })
const When = styled('time')({ ...type.small, color: color.muted, flex: '0 0 170px' })
const What = styled('div')({ ...type.body, flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' })
const Who = styled('div')({ ...type.small, color: color.muted })

/** Something that happened. */
export interface TimelineEvent {
  timestamp: string
  description: string
  actor: string
}

const short = 6

/** The events, shown with the newest first. */
interface TimelineProps {
  /** The oldest first, as the server has them. */
  events: readonly TimelineEvent[]
  when: (instant: string) => string
  /** `Show all 9`. */
  showAll: (count: number) => string
}

export function Timeline({ events, when, showAll }: TimelineProps) {
  const [isWhole, setWhole] = useState(false)
  const newestFirst = [...events].reverse()
  const shown = isWhole ? newestFirst : newestFirst.slice(0, short)
  return (
    <>
      <List>
        {shown.map(({ timestamp, description, actor }, index) => (
          <li key={events.length - index}>
            <When dateTime={timestamp}>{when(timestamp)}</When>
            <What>
              {description}
              <Who>{actor}</Who>
            </What>
          </li>
        ))}
      </List>
      {events.length > shown.length && (
        <Button variant="text" onClick={() => setWhole(true)} sx={{ marginLeft: '-8px' }}>
          {showAll(events.length)}
        </Button>
      )}
    </>
  )
}

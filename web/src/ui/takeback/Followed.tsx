import { styled } from '@mui/material/styles'
import { CalendarDays, CircleMinus, PencilLine, Undo2, type LucideIcon } from 'lucide-react'
import { typographic } from '@/lib/format'
import { color, type } from '@/theme/tokens'
import type { FollowedItem } from './types'

const List = styled('ul')({ display: 'grid' })
const Item = styled('li')({ display: 'flex', alignItems: 'flex-start', gap: 12, padding: '10px 0', '&:not(:last-of-type)': { borderBottom: `1px solid ${color.line}` }, '&:first-of-type': { paddingTop: 4 } })
const What = styled('p')({ ...type.body, overflowWrap: 'anywhere' })
const Then = styled('p')({ ...type.small, color: color.muted })

const marks: Readonly<Record<FollowedItem['mark'], { icon: LucideIcon; ink: string }>> = {
  back: { icon: Undo2, ink: color.success },
  stays: { icon: CalendarDays, ink: color.warning },
  corrected: { icon: PencilLine, ink: color.muted },
  goes: { icon: CircleMinus, ink: color.danger },
}

/** Lists what has followed from an act, and what happens to each. */
export function Followed({ items }: { items: readonly FollowedItem[] }) {
  return (
    <List>
      {items.map(({ mark, what, then }) => {
        const { icon: Icon, ink } = marks[mark]
        return (
          <Item key={what}>
            <Icon size={18} strokeWidth={1.75} color={ink} aria-hidden="true" style={{ flex: 'none', marginTop: 2 }} />
            <div>
              <What>{typographic(what)}</What>
              <Then>{typographic(then)}</Then>
            </div>
          </Item>
        )
      })}
    </List>
  )
}

import { styled } from '@mui/material/styles'
import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { propertyPath } from '@/lib/paths'
import { color, media, radius, type } from '@/theme/tokens'
import { Hidden } from '@/ui/Hidden'
import { useIsMobile } from '@/ui/useIsMobile'

const Whole = styled('li')({
  ...type.body,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '6px 12px',
  padding: '12px var(--row-inset, 16px)',
  '& + &': { borderTop: `1px solid ${color.line}` },
  [media.desktop]: { padding: '12px var(--row-inset, 20px)', columnGap: 20 },
  [media.wide]: { gridTemplateColumns: 'minmax(0, 1.1fr) minmax(0, 1fr) auto', alignItems: 'center' },
})
const Title = styled('h3')({ ...type.body, fontWeight: 580, overflowWrap: 'anywhere' })
const Toggle = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  // High enough for a finger, and clear of the link below.
  margin: '-12px 0 0',
  padding: '12px 0',
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  color: 'inherit',
  fontWeight: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  '& svg': { flex: 'none', color: color.faint, transition: 'transform 120ms' },
  '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
})
const Small = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
// The link stands alone until a row is opened, so it is as large as a finger needs.
const Where = styled(Small)({ '& a': { display: 'inline-block', minWidth: 24, minHeight: 24, lineHeight: '24px' } })
const Due = styled('div')({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 10px',
  [media.wide]: { gridColumn: 2, gridRow: 1 },
})
const Acts = styled('div')({
  display: 'flex',
  alignItems: 'center',
  alignSelf: 'start',
  justifyContent: 'flex-end',
  gap: 8,
  [media.wide]: { gridColumn: 3, minWidth: 190, alignSelf: 'center' },
})
const More = styled('div')({ gridColumn: '1 / -1', display: 'grid', gap: 6 })

/** The details of something, name by name. */
export const Said = styled('dl')({
  ...type.small,
  display: 'grid',
  gap: '2px 16px',
  '& dt': { color: color.muted },
  '& dd': { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  [media.desktop]: { gridTemplateColumns: '140px minmax(0, 1fr)' },
})
/** Somebody's own words under a name. */
export const Notes = styled('p')({ ...type.small, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })

/** The property that a row belongs to. */
export interface RowProperty {
  id: number
  name: string
  address: string
}

interface RowProps {
  title: string
  /** The property of the row; left out where all rows are of one. */
  property?: RowProperty | undefined
  badge: ReactNode
  /** The dates beside the badge. */
  dates?: string | undefined
  /** One thing to do, and what is rarely done. */
  acts: ReactNode
  /** Further details; on phones they are shown once the row is opened. */
  children?: ReactNode
}

/** A row: what it is, whose, when it is due, what can be done. On phones it stays small and opens. */
export function Row({ title, property, badge, dates, acts, children }: RowProps) {
  const isMobile = useIsMobile()
  const [isOpen, setOpen] = useState(false)
  const hasMore = property !== undefined || dates !== undefined || Boolean(children)
  const isShown = !isMobile || isOpen
  return (
    <Whole>
      <div style={{ minWidth: 0 }}>
        <Title>
          {isMobile && hasMore ? (
            <Toggle type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {title}
              {property !== undefined && <Hidden>, {property.name}</Hidden>}
              <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
            </Toggle>
          ) : (
            title
          )}
        </Title>
        {property !== undefined && (
          <Where>
            <Link to={propertyPath(property.id)}>{property.name}</Link>
            {isShown && `, ${property.address.replace(/ (?=\S+$)/, '\u00a0')}`}
          </Where>
        )}
      </div>
      <Acts>{acts}</Acts>
      <Due>
        {badge}
        {isShown && dates !== undefined && <Small>{dates}</Small>}
      </Due>
      {isShown && Boolean(children) && <More>{children}</More>}
    </Whole>
  )
}

/** Adds the row to a button's name, for those who only hear it. */
export function RowName({ of }: { of: string }) {
  return <Hidden>, {of}</Hidden>
}

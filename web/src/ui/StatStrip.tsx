import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { color, media, radius, type } from '@/theme/tokens'
import { Card } from './Card'
import { Skeleton } from './Skeleton'

/** The widths at which five cells have little room beside each other. */
const squeezed = '@media (min-width: 1024px) and (max-width: 1199.95px)'

/** Cells of one surface, divided by hairlines. Two columns on mobile, where the first of five spans both. */
export const StatStrip = styled(Card, { shouldForwardProp: (prop) => prop !== 'cells' })<{ cells: 2 | 4 | 5 }>(({ cells }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  // The gap shows the ground: hairlines between the cells, whatever the number of columns.
  gap: 1,
  backgroundColor: color.line,
  overflow: 'hidden',
  [media.desktop]: { gridTemplateColumns: cells === 5 ? 'repeat(6, minmax(0, 1fr))' : 'repeat(2, minmax(0, 1fr))' },
  [media.wide]: { gridTemplateColumns: `repeat(${String(cells)}, minmax(0, 1fr))` },
  ...(cells === 5 && {
    [media.mobile]: { '& > :first-of-type': { gridColumn: '1 / -1' } },
    [`@media (min-width: 768px) and (max-width: 1023.95px)`]: {
      gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
      '& > *': { gridColumn: 'span 2' },
      '& > :nth-of-type(n + 4)': { gridColumn: 'span 3' },
    },
    [squeezed]: { '& > *': { paddingInline: 14 } },
  }),
}))

/** The tint of a cell: only Monthly Net Profit has one. */
export type Tone = 'plain' | 'good' | 'bad'

const grounds = { plain: color.surface, good: color.successSoft, bad: color.dangerSoft }
const figures = { plain: color.ink, good: color.success, bad: color.danger }

const cellStyle = {
  display: 'block',
  padding: '15px 20px 16px',
  minWidth: 0,
  [media.mobile]: { padding: '12px 14px' },
}

const Cell = styled('div')(cellStyle)
const LinkCell = styled(Link)({
  ...cellStyle,
  fontWeight: 400,
  color: 'inherit',
  '&:hover': { textDecoration: 'none', backgroundColor: color.hover },
  '&:focus-visible': { outlineOffset: -3, borderRadius: radius.card },
})

const Label = styled('span')({ ...type.small, display: 'block', marginBottom: 3, color: color.muted })
const Figure = styled('span')({ ...type.figure, display: 'block', overflowWrap: 'anywhere' })
const Note = styled('span')({ ...type.small, display: 'flex', marginTop: 2, alignItems: 'center', gap: 6, flexWrap: 'wrap', color: color.muted })

/** One figure with its label and a line of context. */
interface StatProps {
  label: string
  /** The figure; while it is missing, bars stand in for it and its note. */
  value: ReactNode
  note?: ReactNode
  tone?: Tone
  /** The colour of the figure where the ground stays plain. */
  figureTone?: Tone
  /** True if there are five cells: their figures are a step smaller. */
  isSmall?: boolean
  to?: string
}

const Line = styled('span')({ display: 'flex', alignItems: 'center', height: '1lh' })

export function Stat({ label, value, note, tone = 'plain', figureTone = tone, isSmall = false, to }: StatProps) {
  const content = (
    <>
      <Label sx={tone === 'plain' ? {} : { color: color.ink }}>{label}</Label>
      <Figure sx={{ color: figures[figureTone], ...(isSmall && { [media.desktop]: { fontSize: 24, lineHeight: '34px' }, [squeezed]: { fontSize: 20 } }) }}>
        {value ?? (
          <Line>
            <Skeleton width={112} height={20} />
          </Line>
        )}
      </Figure>
      {note !== undefined && <Note sx={{ color: tone === 'plain' ? color.muted : figures[tone] }}>{note}</Note>}
    </>
  )
  const ground = { backgroundColor: grounds[tone] }
  return to === undefined ? (
    <Cell sx={ground}>{content}</Cell>
  ) : (
    <LinkCell to={to} sx={ground}>
      {content}
    </LinkCell>
  )
}

/** Draws a bar in place of a line of context. */
export function NoteSkeleton() {
  return (
    <Line>
      <Skeleton width={92} height={11} />
    </Line>
  )
}

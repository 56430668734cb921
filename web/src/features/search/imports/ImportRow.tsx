import { styled } from '@mui/material/styles'
import { Link, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import type { ListingImport } from '@/api/listings'
import { instantText } from '@/lib/instant'
import { withList } from '@/lib/query'
import { color, media, radius, type } from '@/theme/tokens'
import { Counters } from './Counters'
import { imports as texts } from './messages'
import { isGoingOn } from './model'
import { StateBadge } from './StateBadge'

const Row = styled('li')({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 420px) 96px',
  alignItems: 'center',
  gap: '8px 20px',
  padding: '14px 18px',
  '&:hover': { backgroundColor: color.hover },
  '@media (max-width: 1023.95px)': { gridTemplateColumns: 'minmax(0, 1fr) auto', '& > dl': { gridColumn: '1 / -1', order: 3 } },
  [media.mobile]: { padding: '12px 14px' },
})
const Name = styled(Link)({
  ...type.body,
  fontWeight: 580,
  color: color.ink,
  overflowWrap: 'anywhere',
  [media.mobile]: { display: 'inline-block', padding: '12px 0', margin: '-12px 0' },
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.control },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${color.accent}`, outlineOffset: -3 },
})
const Under = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })

/** An import: its name leads to what became of each row. */
export function ImportRow({ row }: { row: ListingImport }) {
  const format = useFormatter()
  const [query] = useSearchParams()
  const { id, fileName, source, createdAt, problem } = row
  return (
    <Row>
      <div>
        <Name to={{ search: withList(query, { import: String(id) }).toString() }} preventScrollReset>
          {fileName ?? texts.unnamed}
        </Name>
        <Under>{texts.from(source, texts.formats[row.format])}</Under>
        <Under>{instantText(format, createdAt)}</Under>
        {problem !== null && <Under sx={{ color: row.state === 'failed' ? color.danger : color.warning }}>{problem}</Under>}
      </div>
      <Counters row={row} />
      <div role={isGoingOn(row) ? 'status' : undefined} style={{ justifySelf: 'end' }}>
        <StateBadge state={row.state} />
      </div>
    </Row>
  )
}

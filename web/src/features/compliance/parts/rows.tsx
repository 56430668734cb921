import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { propertyPath } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'

/** A row: what it is, when it is due, what can be done. */
export const Row = styled('li')({
  ...type.body,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  padding: '14px 16px',
  '& + &': { borderTop: `1px solid ${color.line}` },
  [media.desktop]: { padding: '12px 20px' },
  [media.wide]: { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center', gap: '6px 20px' },
  [media.widest]: { gridTemplateColumns: 'minmax(0, 1.1fr) minmax(0, 0.9fr) 360px' },
})
export const RowTitle = styled('h3')({ ...type.body, fontWeight: 580, overflowWrap: 'anywhere' })
export const Small = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
export const Due = styled('div')({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 4, [media.wide]: { gridColumn: 1 }, [media.widest]: { gridColumn: 'auto' } })
export const Acts = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 6px',
  // What stands as text alone begins where everything begins.
  '& > .MuiButton-text:first-of-type': { marginLeft: -8 },
  // The document has a line of its own: what can be done stays together.
  [media.mobile]: { '& > a': { flexBasis: '100%', justifyContent: 'flex-start' } },
  [media.wide]: { gridColumn: 2, gridRow: '1 / span 2', justifyContent: 'flex-end' },
  [media.widest]: { gridColumn: 'auto', gridRow: 'auto' },
})
export const Said = styled('dl')({
  ...type.small,
  gridColumn: '1 / -1',
  display: 'grid',
  gap: '4px 16px',
  '& dt': { color: color.muted },
  '& dd': { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  [media.desktop]: { gridTemplateColumns: '140px minmax(0, 1fr)' },
})

/** The property that a row belongs to: its name leads to its details. The postcode at the end of its address does not break. */
export function OfProperty({ id, name, address }: { id: number; name: string; address: string }) {
  return (
    <Small>
      <Link to={propertyPath(id)}>{name}</Link>
      , {address.replace(/ (?=\S+$)/, '\u00a0')}
    </Small>
  )
}

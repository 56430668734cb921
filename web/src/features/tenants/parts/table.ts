import { styled } from '@mui/material/styles'
import { color, type } from '@/theme/tokens'

/** A list of tenants as a table: heads on `sunken`, hairlines between rows, the total under the beam. */
export const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '9px 10px', textAlign: 'left', fontWeight: 400 },
  '& :is(th, td)[data-number]': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& td[data-number]': { fontWeight: 580 },
  '& thead th': { ...type.small, height: 40, paddingBlock: 0, color: color.muted, backgroundColor: color.sunken, whiteSpace: 'nowrap' },
  '& thead th:first-of-type, & tbody th, & tfoot th': { paddingLeft: 20 },
  '& tr > :last-child': { paddingRight: 20 },
  '& tbody tr:not([aria-hidden])': { position: 'relative', borderTop: `1px solid ${color.line}` },
  '& tbody tr:has(a):hover': { backgroundColor: color.sunken },
  '& tbody tr:has([data-group])': { backgroundColor: color.sunken },
  '& tfoot > tr > *': { borderTop: `2px solid ${color.ink}`, fontWeight: 620 },
})

/** The line under the first one of a cell. */
export const Under = styled('span')({ ...type.small, display: 'block', color: color.muted, overflowWrap: 'anywhere' })

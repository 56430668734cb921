import { styled } from '@mui/material/styles'
import { color, media } from '@/theme/tokens'

/** Homes, one below the other. */
export const Rows = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' })
/** A home, and beside it what can be done about it. */
export const Row = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  padding: '12px 20px',
  '&:not(:last-of-type)': { borderBottom: `1px solid ${color.line}` },
  [media.mobile]: { paddingInline: 16 },
})

import { styled } from '@mui/material/styles'
import { media } from '@/theme/tokens'

/** Fields two beside each other where there is room. */
export const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '20px 12px',
  alignItems: 'end',
  [media.mobile]: { gridTemplateColumns: '1fr' },
})

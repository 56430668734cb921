import { styled } from '@mui/material/styles'
import { color, radius } from '@/theme/tokens'

/** One surface with a hairline around it. */
export const Card = styled('section')({
  backgroundColor: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
})

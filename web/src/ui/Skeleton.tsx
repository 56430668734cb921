import { styled } from '@mui/material/styles'
import { color } from '@/theme/tokens'

/** A still bar in the shape of what is to come; it appears when loading takes longer than a moment. */
const Bar = styled('span')({
  display: 'block',
  maxWidth: '100%',
  borderRadius: 4,
  backgroundColor: color.neutralSoft,
  '@keyframes lintel-appear': { from: { opacity: 0 }, to: { opacity: 1 } },
  animation: 'lintel-appear 1ms 200ms both',
})

/** Sizes in pixels or CSS lengths. */
export function Skeleton({ width, height = 12 }: { width: number | string; height?: number | string }) {
  return <Bar aria-hidden="true" sx={{ width, height }} />
}

import { styled } from '@mui/material/styles'
import { color } from '@/theme/tokens'

const Track = styled('span')({
  display: 'inline-block',
  flex: 'none',
  height: 4,
  borderRadius: 2,
  backgroundColor: color.line,
  overflow: 'hidden',
  '& > span': { display: 'block', height: '100%', backgroundColor: color.accent },
})

/** A share of a whole as a bar; the figure itself always stands beside it in words. */
export function Meter({ share, width }: { share: number; width: number | string }) {
  return (
    <Track aria-hidden="true" sx={{ width }}>
      <span style={{ width: `${String(Math.min(100, Math.max(0, share)))}%` }} />
    </Track>
  )
}

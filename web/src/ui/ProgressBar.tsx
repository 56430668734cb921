import { styled } from '@mui/material/styles'
import { color, type } from '@/theme/tokens'
import { Meter } from './Meter'

const Box = styled('div')({ ...type.small, display: 'grid', gap: 6, color: color.muted })

/** Shows progress: a bar, and the same in words. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  const percent = Math.round(share * 100)
  return (
    <Box role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent} aria-valuetext={label}>
      <Meter share={percent} width="100%" />
      {label}
    </Box>
  )
}

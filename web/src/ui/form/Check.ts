import { styled } from '@mui/material/styles'
import { color, media, type } from '@/theme/tokens'

/** A native checkbox and its words; all of it can be pressed. */
export const Check = styled('label')({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 36,
  cursor: 'pointer',
  '& input': { flex: 'none', width: 18, height: 18, margin: 0, accentColor: color.accent },
  // Words of two lines keep away from the next ones.
  [media.mobile]: { minHeight: 44, paddingBlock: 6, boxSizing: 'border-box' },
})

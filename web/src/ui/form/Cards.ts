import { styled } from '@mui/material/styles'
import { color, radius, type } from '@/theme/tokens'

/** A choice around a native radio: all of it can be pressed. */
export const ChoiceCard = styled('label')({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 58,
  boxSizing: 'border-box',
  padding: '8px 12px',
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.tile,
  backgroundColor: color.surface,
  cursor: 'pointer',
  '&:hover': { backgroundColor: color.hover },
  '&:has(:checked)': { borderColor: color.accent, boxShadow: `inset 0 0 0 1px ${color.accent}`, backgroundColor: color.accentSoft },
  '&:has(:focus-visible)': { outline: `2px solid ${color.accent}`, outlineOffset: 2 },
})

/** Its radio. */
export const ChoiceRadio = styled('input')({
  flex: 'none',
  appearance: 'none',
  width: 18,
  height: 18,
  margin: 0,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: '50%',
  backgroundColor: color.surface,
  '&:checked': { borderColor: color.accent, backgroundColor: color.accent, boxShadow: `inset 0 0 0 3px ${color.surface}` },
  '&:focus-visible': { outline: 'none' },
  '@media (forced-colors: active)': { appearance: 'auto' },
})

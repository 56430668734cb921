import { styled } from '@mui/material/styles'
import { color, media, radius, type } from '@/theme/tokens'

/** The edge and ground that all controls share. */
export const controlStyle = {
  ...type.body,
  boxSizing: 'border-box',
  width: '100%',
  minHeight: 38,
  padding: '8px 11px',
  color: color.ink,
  backgroundColor: color.surface,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.control,
  '&::placeholder': { color: color.faint, opacity: 1 },
  '&:hover': { borderColor: color.muted },
  '&[aria-invalid="true"]': { borderColor: color.danger, boxShadow: `inset 0 0 0 1px ${color.danger}` },
  // After the error's style: a field with an error still shows that it has the focus.
  '&:focus': { outline: 'none', borderColor: color.accent, boxShadow: `inset 0 0 0 1px ${color.accent}` },
  '&:disabled, &:read-only:not(select)': { backgroundColor: color.sunken, color: color.muted },
  // 16 px, or phones zoom in.
  [media.mobile]: { minHeight: 46, fontSize: 16, lineHeight: '22px' },
} as const

export const Input = styled('input')(controlStyle)

/** Several lines of text. */
export const TextArea = styled('textarea')({ ...controlStyle, minHeight: 84, resize: 'vertical', [media.mobile]: { minHeight: 96, fontSize: 16, lineHeight: '22px' } })

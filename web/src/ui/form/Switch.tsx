import { styled } from '@mui/material/styles'
import type { ComponentProps } from 'react'
import { color } from '@/theme/tokens'

const Box = styled('input')({
  appearance: 'none',
  position: 'relative',
  flex: 'none',
  width: 40,
  height: 22,
  margin: 0,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: 11,
  backgroundColor: color.surface,
  cursor: 'pointer',
  '&::before': {
    content: '""',
    position: 'absolute',
    top: 2,
    left: 2,
    width: 16,
    height: 16,
    borderRadius: '50%',
    backgroundColor: color.lineStrong,
    transition: 'translate 140ms',
  },
  '&:checked': { borderColor: color.accent, backgroundColor: color.accent },
  '&:checked::before': { backgroundColor: color.onAccent, translate: '18px 0' },
  '&:disabled': { cursor: 'default', borderColor: color.line, backgroundColor: color.neutralSoft },
  '&:disabled::before': { backgroundColor: color.faint },
  '@media (forced-colors: active)': { appearance: 'auto', '&::before': { display: 'none' } },
})

/** Draws a checkbox of the platform in the shape of a switch. */
export function Switch(props: Omit<ComponentProps<'input'>, 'type' | 'role'>) {
  return <Box {...props} type="checkbox" role="switch" />
}

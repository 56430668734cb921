import { styled } from '@mui/material/styles'
import type { ComponentProps } from 'react'
import { color, media, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'

const Box = styled('div')({ position: 'relative' })
const Unit = styled('span')({
  ...type.small,
  position: 'absolute',
  right: 12,
  top: 10,
  color: color.muted,
  pointerEvents: 'none',
  whiteSpace: 'nowrap',
  [media.mobile]: { top: 14 },
})

/** A number, and what it is a number of at the end of the field. */
export function UnitInput({ unit, ...props }: ComponentProps<'input'> & { unit: string }) {
  return (
    <Box>
      <Input {...props} inputMode="decimal" autoComplete="off" onFocus={(event) => event.target.select()} sx={{ paddingRight: `${String(18 + unit.length * 7)}px` }} />
      <Unit aria-hidden="true">{unit}</Unit>
    </Box>
  )
}

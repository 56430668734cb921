import { styled } from '@mui/material/styles'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { color } from '@/theme/tokens'
import { controlStyle } from './controls'

const Box = styled('div')({ position: 'relative', '& svg': { position: 'absolute', right: 10, top: 'calc(50% - 8px)', pointerEvents: 'none' } })
const Native = styled('select')({ ...controlStyle, appearance: 'none', paddingRight: 34, textOverflow: 'ellipsis' })

/** One of a few, by the platform's own list. */
export function Select(props: ComponentProps<'select'>) {
  return (
    <Box>
      <Native {...props} />
      <ChevronDown size={16} strokeWidth={1.75} color={color.faint} aria-hidden="true" />
    </Box>
  )
}

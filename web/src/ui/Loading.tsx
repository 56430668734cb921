import { styled } from '@mui/material/styles'
import { LoaderCircle } from 'lucide-react'
import { common } from '@/lib/messages'
import { color, type } from '@/theme/tokens'

const Box = styled('p')({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 10,
  minHeight: '100dvh',
  color: color.muted,
  '@keyframes lintel-turn': { to: { rotate: '1turn' } },
  '& svg': { animation: 'lintel-turn 900ms linear infinite' },
})

/** Shows the frame while it is not known who is signed in. */
export function Loading() {
  return (
    <Box role="status">
      <LoaderCircle size={18} strokeWidth={1.75} aria-hidden="true" />
      {common.loading}
    </Box>
  )
}

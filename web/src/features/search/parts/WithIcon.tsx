import { styled } from '@mui/material/styles'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { color } from '@/theme/tokens'

const Box = styled('div')({
  position: 'relative',
  '& > svg': { position: 'absolute', left: 11, top: 'calc(50% - 8px)', color: color.muted, pointerEvents: 'none' },
  '& > input': { paddingLeft: 34 },
  '& > input::-webkit-search-cancel-button': { display: 'none' },
})

/** A field with a sign at its beginning. */
export function WithIcon({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <Box>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {children}
    </Box>
  )
}

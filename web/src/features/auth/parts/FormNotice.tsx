import { styled } from '@mui/material/styles'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { color, radius, type } from '@/theme/tokens'

const Box = styled('div')({
  ...type.body,
  display: 'flex',
  gap: 10,
  padding: '12px 14px',
  borderRadius: radius.tile,
  backgroundColor: color.dangerSoft,
  '& > svg': { flex: 'none', marginTop: 1, color: color.danger },
})

/** Says what went wrong, and stays in the form after its toast has gone. */
export function FormNotice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <Box>
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" />
      <div style={{ minWidth: 0 }}>
        <p style={{ fontWeight: 580 }}>{title}</p>
        <p>{text}</p>
        {children !== undefined && children !== false && <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center', marginTop: 10 }}>{children}</div>}
      </div>
    </Box>
  )
}

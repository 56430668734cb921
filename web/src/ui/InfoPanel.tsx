import { styled } from '@mui/material/styles'
import { CircleAlert, CircleCheck, CircleMinus, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { color, radius, type } from '@/theme/tokens'

const Box = styled('div')({ display: 'flex', gap: 14, padding: '14px 16px', borderRadius: radius.tile, '& > svg': { flex: 'none', marginTop: 1 } })
const Title = styled('p')({ ...type.body, fontWeight: 580 })
const Text = styled('div')({ ...type.body, color: color.muted, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })

const looks = {
  info: { icon: Info, ink: color.info, ground: color.infoSoft },
  success: { icon: CircleCheck, ink: color.success, ground: color.successSoft },
  warning: { icon: TriangleAlert, ink: color.warning, ground: color.warningSoft },
  danger: { icon: CircleAlert, ink: color.danger, ground: color.dangerSoft },
  neutral: { icon: CircleMinus, ink: color.muted, ground: color.neutralSoft },
}

interface InfoPanelProps {
  tone: keyof typeof looks
  /** The icon in place of the tone's own. */
  icon?: LucideIcon
  title: string
  text?: ReactNode
  children?: ReactNode
}

/** Says what the reader should know here: a part of the page that does not come and go. */
export function InfoPanel({ tone, icon, title, text, children }: InfoPanelProps) {
  const { ink, ground } = looks[tone]
  const Icon = icon ?? looks[tone].icon
  return (
    <Box sx={{ backgroundColor: ground }}>
      <Icon size={18} strokeWidth={1.75} color={ink} aria-hidden="true" />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Title>{title}</Title>
        {text !== undefined && <Text>{text}</Text>}
        {children}
      </div>
    </Box>
  )
}

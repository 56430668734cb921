import { styled } from '@mui/material/styles'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { color, radius, type } from '@/theme/tokens'

const Box = styled('span')({
  ...type.small,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: 22,
  padding: '0 7px 0 6px',
  borderRadius: radius.badge,
  fontWeight: 560,
  whiteSpace: 'nowrap',
})

const looks = {
  accent: { color: color.accent, backgroundColor: color.accentSoft },
  neutral: { color: color.muted, backgroundColor: color.neutralSoft },
  success: { color: color.success, backgroundColor: color.successSoft },
  warning: { color: color.warning, backgroundColor: color.warningSoft },
  danger: { color: color.danger, backgroundColor: color.dangerSoft },
  info: { color: color.info, backgroundColor: color.infoSoft },
}

/** The meaning of a badge's colour, beside its words. */
export type BadgeTone = keyof typeof looks

/** A state: icon and word on a soft ground, never colour alone. */
export function Badge({ tone, icon: Icon, children }: { tone: BadgeTone; icon: LucideIcon; children: ReactNode }) {
  return (
    <Box sx={looks[tone]}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {children}
    </Box>
  )
}

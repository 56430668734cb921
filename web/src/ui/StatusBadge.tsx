import { styled } from '@mui/material/styles'
import { CircleDashed, Contrast, Hammer, KeyRound, Wrench, type LucideIcon } from 'lucide-react'
import { color, radius, type } from '@/theme/tokens'

const Badge = styled('span')({
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

interface Look {
  icon: LucideIcon
  ink: string
  ground: string
}

const vacant: Look = { icon: CircleDashed, ink: color.muted, ground: color.neutralSoft }

const looks: Record<string, Look> = {
  Occupied: { icon: KeyRound, ink: color.accent, ground: color.accentSoft },
  'Partially Occupied': { icon: Contrast, ink: color.accent, ground: color.accentSoft },
  Vacant: vacant,
  Available: vacant,
  'Under Maintenance': { icon: Wrench, ink: color.warning, ground: color.warningSoft },
  'Under Renovation': { icon: Hammer, ink: color.info, ground: color.infoSoft },
}

/** A property's status: icon and word, never colour alone. */
export function StatusBadge({ status }: { status: string }) {
  const { icon: Icon, ink, ground } = looks[status] ?? vacant
  return (
    <Badge sx={{ color: ink, backgroundColor: ground }}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {status}
    </Badge>
  )
}

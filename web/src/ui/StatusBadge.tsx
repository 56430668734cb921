import { CircleDashed, Contrast, Hammer, KeyRound, Wrench, type LucideIcon } from 'lucide-react'
import { Badge, type BadgeTone } from './Badge'

interface Look {
  icon: LucideIcon
  tone: BadgeTone
}

const vacant: Look = { icon: CircleDashed, tone: 'neutral' }

const looks: Record<string, Look> = {
  Occupied: { icon: KeyRound, tone: 'accent' },
  'Partially Occupied': { icon: Contrast, tone: 'accent' },
  Vacant: vacant,
  Available: vacant,
  'Under Maintenance': { icon: Wrench, tone: 'warning' },
  'Under Renovation': { icon: Hammer, tone: 'info' },
}

/** A property's status: icon and word, never colour alone. */
export function StatusBadge({ status }: { status: string }) {
  const { icon, tone } = looks[status] ?? vacant
  return (
    <Badge tone={tone} icon={icon}>
      {status}
    </Badge>
  )
}

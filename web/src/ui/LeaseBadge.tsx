import { CircleCheck, Info, LogOut, type LucideIcon } from 'lucide-react'
import { Badge, type BadgeTone } from './Badge'

const looks: Record<'Active' | 'Upcoming' | 'Ended', { icon: LucideIcon; tone: BadgeTone }> = {
  Active: { icon: CircleCheck, tone: 'success' },
  Upcoming: { icon: Info, tone: 'info' },
  Ended: { icon: LogOut, tone: 'neutral' },
}

/** Shows the status of a tenant: icon and word. */
export function LeaseBadge({ status }: { status: 'Active' | 'Upcoming' | 'Ended' }) {
  const { icon, tone } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {status}
    </Badge>
  )
}

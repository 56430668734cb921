import { Ban, CircleCheck, CircleCheckBig, DoorOpen, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { Viewing } from '@/api/viewings'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { viewings as texts } from '../messages'

const looks: Record<Viewing['status'], { icon: LucideIcon; tone: BadgeTone }> = {
  Scheduled: { icon: Info, tone: 'info' },
  Confirmed: { icon: CircleCheck, tone: 'success' },
  Completed: { icon: CircleCheckBig, tone: 'success' },
  'Move-in Process Started': { icon: DoorOpen, tone: 'accent' },
  Cancelled: { icon: Ban, tone: 'neutral' },
}

/** Shows the state of a viewing: icon and words. */
export function ViewingBadge({ status }: Pick<Viewing, 'status'>) {
  return <Badge {...looks[status]}>{status}</Badge>
}

/** Says that it overlaps something. */
export function ClashBadge() {
  return (
    <Badge tone="warning" icon={TriangleAlert}>
      {texts.clash}
    </Badge>
  )
}

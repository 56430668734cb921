import { Ban, ChevronsDown, ChevronsUp, CircleCheck, CircleDot, Equal, Wrench, type LucideIcon } from 'lucide-react'
import type { Priority, RequestStatus } from '@/lib/maintenance'
import { Badge, type BadgeTone } from './Badge'

interface Look {
  icon: LucideIcon
  tone: BadgeTone
}

const statuses: Record<RequestStatus, Look> = {
  Open: { icon: CircleDot, tone: 'info' },
  'In Progress': { icon: Wrench, tone: 'accent' },
  Completed: { icon: CircleCheck, tone: 'success' },
  Cancelled: { icon: Ban, tone: 'neutral' },
}

/** Shows the status of a maintenance request: icon and word. */
export function RequestBadge({ status }: { status: RequestStatus }) {
  return <Badge {...statuses[status]}>{status}</Badge>
}

const priorities: Record<Priority, Look> = {
  High: { icon: ChevronsUp, tone: 'danger' },
  Medium: { icon: Equal, tone: 'neutral' },
  Low: { icon: ChevronsDown, tone: 'neutral' },
}

/** Shows the priority of a maintenance request: icon and word. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  return <Badge {...priorities[priority]}>{priority}</Badge>
}

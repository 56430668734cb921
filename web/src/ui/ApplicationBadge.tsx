import { CircleAlert, CircleCheck, CircleMinus, FileCheck, FilePlus2, Info, Search, type LucideIcon } from 'lucide-react'
import { Badge, type BadgeTone } from './Badge'

const looks: Record<string, { icon: LucideIcon; tone: BadgeTone }> = {
  Submitted: { icon: Info, tone: 'info' },
  'Documents Required': { icon: FilePlus2, tone: 'warning' },
  'Background Check': { icon: Search, tone: 'accent' },
  'Reference Check': { icon: FileCheck, tone: 'accent' },
  Approved: { icon: CircleCheck, tone: 'success' },
  Rejected: { icon: CircleAlert, tone: 'danger' },
  Withdrawn: { icon: CircleMinus, tone: 'neutral' },
}

/** Shows the status of an application: icon and words; one that its applicant took back says that instead. */
export function ApplicationBadge({ status, isWithdrawn = false }: { status: string; isWithdrawn?: boolean }) {
  const shown = isWithdrawn ? 'Withdrawn' : status
  const { icon, tone } = looks[shown] ?? { icon: Info, tone: 'neutral' as const }
  return (
    <Badge tone={tone} icon={icon}>
      {shown}
    </Badge>
  )
}

const documents: Record<string, { icon: LucideIcon; tone: BadgeTone; word: string }> = {
  pending: { icon: Info, tone: 'info', word: 'Received' },
  accepted: { icon: CircleCheck, tone: 'success', word: 'Accepted' },
  rejected: { icon: CircleAlert, tone: 'danger', word: 'Refused' },
}

/** Shows whether the landlord has accepted a document. */
export function DocumentBadge({ status }: { status: string }) {
  const { icon, tone, word } = documents[status] ?? { icon: Info, tone: 'neutral' as const, word: status }
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

import { CircleAlert, CircleCheck, Clock, LoaderCircle, Upload, type LucideIcon } from 'lucide-react'
import type { ListingImportState } from '@/api/listings'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { imports as texts } from './messages'

const looks: Record<ListingImportState, { tone: BadgeTone; icon: LucideIcon }> = {
  uploading: { tone: 'info', icon: Upload },
  queued: { tone: 'info', icon: Clock },
  running: { tone: 'accent', icon: LoaderCircle },
  done: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleAlert },
}

/** Shows the progress of an import. */
export function StateBadge({ state }: { state: ListingImportState }) {
  return <Badge {...looks[state]}>{texts.states[state]}</Badge>
}

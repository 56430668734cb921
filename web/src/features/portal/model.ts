import type { MaintenanceRequest } from '@/api/maintenance'
import type { CivilDate } from '@/lib/civilDate'
import { isOpenRequest } from '@/lib/maintenance'

/** What comes before everything else: the next visit, or the question whether something is fixed. */
export interface FirstThing {
  kind: 'visit' | 'question'
  request: MaintenanceRequest
}

/** The next visit that is to come; without one, what the landlord has completed and the tenant has said nothing of. */
export function firstOf(requests: readonly MaintenanceRequest[], today: CivilDate): FirstThing | null {
  const when = ({ visit }: MaintenanceRequest) => (visit === null ? '' : `${visit.visitDate} ${visit.startTime}`)
  const [visited] = requests.filter((request) => isOpenRequest(request) && request.visit !== null && request.visit.visitDate >= today).sort((a, b) => (when(a) < when(b) ? -1 : 1))
  if (visited !== undefined) return { kind: 'visit', request: visited }
  const asked = requests.find(({ status, confirmedAt }) => status === 'Completed' && confirmedAt === null)
  return asked === undefined ? null : { kind: 'question', request: asked }
}

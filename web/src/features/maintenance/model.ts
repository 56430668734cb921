import type { Comment, MaintenanceEvent, MaintenanceRequest, RequestFilter, RequestSort } from '@/api/maintenance'
import { roomName } from '@/lib/applications'
import { londonDay, type CivilDate } from '@/lib/civilDate'
import { daysBetween } from '@/lib/days'
import { clockText } from '@/lib/instant'
import { isOpenRequest, priorities, requestStatuses, type Priority, type RequestStatus } from '@/lib/maintenance'
import { idOf } from '@/lib/query'
import { details, maintenance as texts } from './messages'

/** The orders of the list besides the newest first. */
export const sorts = ['target', 'oldest', 'cost', 'home'] as const satisfies readonly RequestSort[]

/** The state of the list in the address. */
export interface ListState {
  status: RequestStatus | undefined
  priority: Priority | undefined
  propertyId: number | undefined
  search: string
  /** The order; the newest first unless said. */
  sort: RequestSort | undefined
}

/** Reads the address; anything unknown in it does not restrict. */
export function readList(query: URLSearchParams): ListState {
  return {
    status: requestStatuses.find((status) => status === query.get('status')),
    priority: priorities.find((priority) => priority === query.get('priority')),
    propertyId: idOf(query.get('property')),
    search: query.get('search')?.trim() ?? '',
    sort: sorts.find((sort) => sort === query.get('sort')),
  }
}

/** Returns the filter that is sent to the server. */
export function filterOf({ status, priority, propertyId, search, sort }: ListState): RequestFilter {
  return {
    ...(status && { status }),
    ...(priority && { priority }),
    ...(propertyId !== undefined && { propertyId }),
    ...(search !== '' && { search }),
    ...(sort && { sort }),
  }
}

/** The address without any filter. */
export const noFilter = { status: '', priority: '', property: '', search: '' }

/** Returns who lives there, or the room, beside the property: `Aoife Brennan, Room 3`. */
export function whoOf({ tenantName, roomNumber }: Pick<MaintenanceRequest, 'tenantName' | 'roomNumber'>): string | undefined {
  const room = roomNumber === null ? null : roomName(roomNumber)
  if (tenantName === null) return room ?? undefined
  return room === null ? tenantName : texts.room(tenantName, room)
}

/** `Ashmead House, Aoife Brennan, Room 3`. */
export function placeOf(request: Pick<MaintenanceRequest, 'propertyName' | 'tenantName' | 'roomNumber'>): string {
  const who = whoOf(request)
  return who === undefined ? request.propertyName : texts.place(request.propertyName, who)
}

/** A target as it is shown: late is danger, due today warning, else plain (look-2). */
export interface Target {
  /** The day; `null` where there is none any more. */
  day: CivilDate | null
  text: string
  tone: 'plain' | 'soon' | 'late' | 'good'
}

/** The next of a request's two targets, or how it kept them. */
export function targetOf(request: Pick<MaintenanceRequest, 'status' | 'respondBy' | 'firstResponseAt' | 'fixBy' | 'targetState' | 'completedAt'>, now: Date): Target {
  const { status, respondBy, firstResponseAt, fixBy, targetState, completedAt } = request
  if (status === 'Cancelled') return { day: null, text: '', tone: 'plain' }
  const fixDay = fixBy === null ? null : londonDay(new Date(fixBy))
  if (status === 'Completed') {
    if (fixBy === null || completedAt === null) return { day: fixDay, text: '', tone: 'plain' }
    return { day: fixDay, text: completedAt <= fixBy ? texts.inTime : texts.doneLate, tone: 'plain' }
  }
  const isAnswer = firstResponseAt === null && respondBy !== null && (fixBy === null || respondBy <= fixBy)
  const next = isAnswer ? respondBy : fixBy
  if (next === null) return { day: null, text: '', tone: 'plain' }
  const day = londonDay(new Date(next))
  if (targetState === 'late') return { day, text: texts.daysLate(Math.max(0, daysBetween(day, londonDay(now)))), tone: 'late' }
  if (targetState === 'dueToday') {
    const time = clockText(new Date(next))
    return { day, text: isAnswer ? texts.answerByTime(time) : texts.repairByTime(time), tone: 'soon' }
  }
  return { day, text: texts.daysLeft(Math.max(0, daysBetween(londonDay(now), day))), tone: 'plain' }
}

/** Returns how long something took, in its largest unit: `less than a minute`, `43 minutes`, `3 hours`, `2 days`. */
export function spanText(from: string, to: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000))
  if (minutes === 0) return 'less than a minute'
  const unit = (number: number, name: string) => `${number} ${name}${number === 1 ? '' : 's'}`
  if (minutes < 60) return unit(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? unit(hours, 'hour') : unit(Math.floor(hours / 24), 'day')
}

/** An entry of the one stream: what somebody wrote, or what happened. */
export type StreamEntry = { kind: 'comment'; at: string; comment: Comment } | { kind: 'event'; at: string; text: string; by: MaintenanceEvent['actor'] }

/** Returns the words of an entry of the history; `memberName` knows the members by their numbers. */
export function eventText({ kind, from, to }: Pick<MaintenanceEvent, 'kind' | 'from' | 'to'>, memberName: (id: number) => string = () => details.yourTeam): string {
  const words = details.events
  const [before, after] = [from ?? '', to ?? '']
  switch (kind) {
    case 'reported':
      return words.reported
    case 'status':
      return before === '' ? after : words.status(before, after)
    case 'priority':
      return words.priority(after)
    case 'category':
      return words.category(after)
    case 'assigned':
      return after === '' ? words.unassigned : words.assigned(memberName(Number(after)))
    case 'contractor':
      return after === '' ? words.noContractor : words.contractor(after)
    case 'visit':
      return after === '' ? words.noVisit : words.visit(after)
    case 'cost':
      return after === '' ? words.noCost(before) : words.cost(after)
    case 'attachment':
      return after === '' ? words.noAttachment : words.attachment(after)
    case 'title':
      return words.title(before, after)
    case 'description':
      return before === '' ? words.described : words.description(before)
    case 'confirmed':
      return words.confirmed
    case 'reopened':
      return words.reopened
    default:
      return after
  }
}

/** Comments and history in one stream, the oldest first; that somebody commented is said by the comment itself. */
export function streamOf(history: readonly MaintenanceEvent[], comments: readonly Comment[], memberName?: (id: number) => string): StreamEntry[] {
  const events = history
    .filter(({ kind }) => kind !== 'comment')
    .map((event): StreamEntry => ({ kind: 'event', at: event.at, text: eventText(event, memberName), by: event.actor }))
  const said = comments.map((comment): StreamEntry => ({ kind: 'comment', at: comment.createdAt, comment }))
  return [...events, ...said].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** Returns whether the tenant still has to say that it is fixed. */
export const awaitsTenant = ({ status, confirmedAt }: Pick<MaintenanceRequest, 'status' | 'confirmedAt'>): boolean => status === 'Completed' && confirmedAt === null

/** Returns whether costs and photos can still be added: a request that was called off is over. */
export const isWorkable = (request: Pick<MaintenanceRequest, 'status'>): boolean => isOpenRequest(request) || request.status === 'Completed'

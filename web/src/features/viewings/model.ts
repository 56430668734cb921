import type { Viewing, ViewingBody, ViewingChangeBody, ViewingFilter, ViewingView } from '@/api/viewings'
import { roomName } from '@/lib/applications'
import { londonDay, noDay, readDay, typeDay, type CivilDate, type TypedDay } from '@/lib/civilDate'
import { hasLength, isEmail, isPhone } from '@/lib/contactRules'
import { clockText } from '@/lib/instant'
import { idOf } from '@/lib/query'
import { isTime } from '@/lib/typedDate'
import type { Picked } from '@/ui/form/Picker'
import type { Mistakes } from '@/ui/form/rules'
import { viewingForm as texts } from './messages'

/** The tabs in their order. */
export const views = ['upcoming', 'completed', 'cancelled'] as const satisfies readonly ViewingView[]

/** The state of the list in the address. */
export interface ListState {
  view: ViewingView
  propertyId: number | undefined
  search: string
}

/** Reads the address; anything unknown in it does not restrict. */
export function readList(query: URLSearchParams): ListState {
  return { view: views.find((view) => view === query.get('tab')) ?? 'upcoming', propertyId: idOf(query.get('property')), search: query.get('search')?.trim() ?? '' }
}

/** Returns the filter that is sent to the server. */
export function filterOf({ view, propertyId, search }: ListState): ViewingFilter {
  return { view, ...(propertyId !== undefined && { propertyId }), ...(search !== '' && { search }) }
}

/** The viewings of one day, in the order given. */
export interface Day {
  day: CivilDate
  viewings: Viewing[]
}

/** Groups viewings by day, in the order in which the days come. */
export function daysOf(list: readonly Viewing[]): Day[] {
  const days = new Map<CivilDate, Viewing[]>()
  for (const viewing of list) days.set(viewing.viewingDate, [...(days.get(viewing.viewingDate) ?? []), viewing])
  return [...days].map(([day, viewings]) => ({ day, viewings }))
}

/** `Ashmead House, Room 4`. */
export const placeOf = ({ property, roomNumber }: Pick<Viewing, 'property' | 'roomNumber'>): string =>
  roomNumber === null ? property.name : `${property.name}, ${roomName(roomNumber)}`

/** Returns when a viewing ends, by London's clock. */
export const endOf = ({ endsAt }: Pick<Viewing, 'endsAt'>): string => clockText(new Date(endsAt))

/** Returns whether it is to take place. */
export const isUpcoming = ({ status }: Pick<Viewing, 'status'>): boolean => status === 'Scheduled' || status === 'Confirmed'

/** Viewings of one day that overlap, and the one that could be moved to the end of the one before it. */
export interface Overlap {
  viewings: Viewing[]
  late: Viewing | undefined
  /** The time at which the earlier one is over. */
  free: string
}

/** Returns which viewings of a day overlap one another: they are told of together. */
export function overlapOf(day: readonly Viewing[]): Overlap | null {
  const ids = new Set(day.map(({ id }) => id))
  const viewings = day.filter((viewing) => isUpcoming(viewing) && viewing.clashes.some((id) => ids.has(id))).sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
  const [first, second] = viewings
  if (first === undefined || second === undefined) return null
  const free = endOf(first)
  // At midnight the day is over.
  return { viewings, late: free > second.viewingTime ? second : undefined, free }
}

/** Returns whether it overlaps anything, on this list or not. */
export const hasClash = ({ clashes, inspectionClashes }: Pick<Viewing, 'clashes' | 'inspectionClashes'>): boolean => clashes.length > 0 || inspectionClashes.length > 0

/** The form as it is typed. */
export interface ViewingValues {
  property: Picked
  room: string
  name: string
  email: string
  phone: string
  date: TypedDay
  time: string
  notes: string
  /** The note that the viewer reads beside the time. */
  note: string
}

/** The form's controls from top to bottom. */
export const fieldOrder = ['property', 'room', 'name', 'email', 'phone', 'date', 'time', 'note', 'notes'] as const

/** The task of the form: a new viewing, or another time for one. */
export type ViewingTask = { kind: 'book'; property: Picked } | { kind: 'move'; viewing: Viewing; time?: string }

/** The form as it opens. */
export function valuesOf(task: ViewingTask): ViewingValues {
  if (task.kind === 'book') return { property: task.property, room: '', name: '', email: '', phone: '', date: noDay, time: '10:00', notes: '', note: '' }
  const { propertyId, property, roomNumber, viewerName, viewerEmail, viewerPhone, viewingDate, viewingTime, notes, noteForViewer } = task.viewing
  return {
    property: { id: propertyId, label: property.name },
    room: roomNumber ?? '',
    name: viewerName,
    email: viewerEmail,
    phone: viewerPhone,
    date: typeDay(viewingDate),
    time: task.time ?? viewingTime,
    notes: notes ?? '',
    note: noteForViewer ?? '',
  }
}

/** Returns the mistakes in a viewing; a time that is over is told here, in London's time, and by the server once more. */
export function viewingMistakes(values: ViewingValues, now: Date, kept?: { date: CivilDate; time: string }): Mistakes<ViewingValues> {
  const day = readDay(values.date)
  const isKept = day === kept?.date && values.time === kept.time
  const isPast = day !== null && isTime(values.time) && !isKept && `${day} ${values.time}` <= `${londonDay(now)} ${clockText(now)}`
  return {
    ...(values.property.id === null && { property: texts.propertyRequired }),
    ...(!hasLength(values.name, 2) && { name: texts.nameShort }),
    ...(!isEmail(values.email) && { email: texts.emailInvalid }),
    ...(!isPhone(values.phone) && { phone: texts.phoneShort }),
    ...(day === null && { date: texts.dateRequired }),
    ...(isTime(values.time) ? isPast && { time: texts.past } : { time: texts.timeRequired }),
  }
}

/** Returns the body of a new viewing. */
export function bodyOf(values: ViewingValues): ViewingBody {
  return {
    propertyId: values.property.id ?? 0,
    roomNumber: values.room || null,
    viewerName: values.name.trim(),
    viewerEmail: values.email.trim(),
    viewerPhone: values.phone.trim(),
    viewingDate: readDay(values.date) ?? '',
    viewingTime: values.time,
    notes: values.notes.trim() || null,
    noteForViewer: values.note.trim() || null,
  }
}

/** Returns the body of a changed viewing: what differs. */
export function changesOf(viewing: Viewing, values: ViewingValues): ViewingChangeBody {
  const [before, after] = [bodyOf(valuesOf({ kind: 'move', viewing })), bodyOf(values)]
  // A viewing keeps its property, so that one never differs.
  const names = (Object.keys(after) as (keyof ViewingBody)[]).filter((name) => name !== 'propertyId' && after[name] !== before[name])
  return Object.fromEntries(names.map((name) => [name, after[name]]))
}

/** The time that the form speaks of, once it is one. */
export function plannedOf({ property, date, time }: Pick<ViewingValues, 'property' | 'date' | 'time'>): { propertyId: number; viewingDate: CivilDate; viewingTime: string } | null {
  const day = readDay(date)
  return property.id === null || day === null || !isTime(time) ? null : { propertyId: property.id, viewingDate: day, viewingTime: time }
}

const controls: Record<string, (typeof fieldOrder)[number]> = {
  propertyId: 'property',
  roomNumber: 'room',
  viewerName: 'name',
  viewerEmail: 'email',
  viewerPhone: 'phone',
  viewingDate: 'date',
  viewingTime: 'time',
  notes: 'notes',
  noteForViewer: 'note',
}

/** Returns the control that a mistake of the server belongs to. */
export const controlOf = (serverField: string): (typeof fieldOrder)[number] | undefined => controls[serverField]

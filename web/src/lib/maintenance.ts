/** The choices of the specification and docs/reference/uk-lettings.md 5.1, and the names of requests; several features share them. */

/** The statuses of a request. */
export const requestStatuses = ['Open', 'In Progress', 'Completed', 'Cancelled'] as const

/** The status of a request. */
export type RequestStatus = (typeof requestStatuses)[number]

/** The priorities of a request, the most urgent first. */
export const priorities = ['High', 'Medium', 'Low'] as const

/** The priority of a request. */
export type Priority = (typeof priorities)[number]

/** The categories of a request. */
export const categories = [
  'Plumbing & leaks',
  'Heating & hot water',
  'Electrical',
  'Gas',
  'Damp & mould',
  'Doors, windows & locks',
  'Roof & structure',
  'Appliances',
  'Pests',
  'Fire & CO alarms',
  'Drains',
  'Garden & exterior',
  'Communal areas',
  'Security',
  'Other',
] as const

/** The category of a request. */
export type Category = (typeof categories)[number]

/** The trades of contractors. */
export const trades = [
  'Plumber',
  'Gas engineer',
  'Electrician',
  'Locksmith',
  'Roofer',
  'Builder',
  'Decorator',
  'Cleaner',
  'Gardener',
  'Pest control',
  'Handyman',
  'Other',
] as const

/** The trade of a contractor. */
export type Trade = (typeof trades)[number]

/** Returns whether somebody still has to do something about it. */
export const isOpenRequest = ({ status }: { status: RequestStatus }): boolean => status === 'Open' || status === 'In Progress'

/** The statuses that a request may be brought to (docs/reference/screens/maintenance.md S2 4, and docs/reference/http.md): reopening makes it Open again. */
export const nextStatuses: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  Open: ['In Progress', 'Cancelled'],
  'In Progress': ['Completed', 'Cancelled'],
  Completed: ['Open'],
  Cancelled: ['Open'],
}

/** `#0118`. */
export const requestNumber = (id: number): string => `#${String(id).padStart(4, '0')}`

/** The longest title that is taken, in characters. */
export const longestTitle = 100

/** The largest photo or invoice, in bytes. */
export const largestPhoto = 10 * 1024 * 1024

/** The most files that a request may have. */
export const mostFiles = 20

/** A title out of a longer text: its first line, cut between words where it is too long. */
export function titleFrom(text: string): string {
  const line = text.trim().split(/\r?\n/)[0]?.trim() ?? ''
  const characters = [...line]
  if (characters.length <= longestTitle) return line
  const cut = characters.slice(0, longestTitle - 1).join('')
  return `${cut.replace(/\s+\S*$/, '') || cut}…`
}

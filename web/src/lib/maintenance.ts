/** What the specification and docs/reference/uk-lettings.md 5.1 let people choose from, and how requests are named; several features share it. */

/** How a request stands. */
export const requestStatuses = ['Open', 'In Progress', 'Completed', 'Cancelled'] as const

/** How a request stands. */
export type RequestStatus = (typeof requestStatuses)[number]

/** How soon a request has to be done, the most urgent first. */
export const priorities = ['High', 'Medium', 'Low'] as const

/** How soon a request has to be done. */
export type Priority = (typeof priorities)[number]

/** What a request is about. */
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

/** What a request is about. */
export type Category = (typeof categories)[number]

/** What a contractor does. */
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

/** What a contractor does. */
export type Trade = (typeof trades)[number]

/** Whether somebody still has to do something about it. */
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

/** How many files a request may have. */
export const mostFiles = 20

/** A title out of a longer text: its first line, cut between words where it is too long. */
export function titleFrom(text: string): string {
  const line = text.trim().split(/\r?\n/)[0]?.trim() ?? ''
  const characters = [...line]
  if (characters.length <= longestTitle) return line
  const cut = characters.slice(0, longestTitle - 1).join('')
  return `${cut.replace(/\s+\S*$/, '') || cut}…`
}

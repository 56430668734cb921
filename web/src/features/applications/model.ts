import type { Application, ApplicationFilter, Reference } from '@/api/applications'
import { applicationStatuses, homeName, type ApplicationStatus } from '@/lib/applications'
import { parseMoney } from '@/lib/money'
import { idOf } from '@/lib/query'
import { applications as texts } from './messages'

/** The orders of the list; by home is usual. */
export const sorts = Object.keys(texts.sorts) as (keyof typeof texts.sorts)[]

/** The state of the list in the address. */
export interface ListState {
  status: ApplicationStatus | undefined
  propertyId: number | undefined
  search: string
  sort: (typeof sorts)[number]
  /** The home whose applications stand side by side. */
  compared: string | null
}

/** Reads the address; anything unknown in it does not restrict. */
export function readList(query: URLSearchParams): ListState {
  return {
    status: applicationStatuses.find((status) => status === query.get('status')),
    propertyId: idOf(query.get('property')),
    search: query.get('search')?.trim() ?? '',
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'home',
    compared: query.get('compare'),
  }
}

/** Returns the filter that is sent to the server. */
export function filterOf({ status, propertyId, search, sort }: ListState): ApplicationFilter {
  return { sort, ...(status && { statuses: status }), ...(propertyId !== undefined && { propertyId }), ...(search !== '' && { search }) }
}

/** A home and those who apply for it. */
export interface HomeGroup {
  key: string
  name: string
  propertyType: string
  rent: string | null
  applications: Application[]
}

/** Returns the key of a home in an address. */
export const homeKey = ({ propertyId, roomId }: Pick<Application, 'propertyId' | 'roomId'>): string => [propertyId, ...(roomId === null ? [] : [roomId])].join('.')

/** The applications by home, in the order in which the homes first come. */
export function groupsOf(list: readonly Application[]): HomeGroup[] {
  const groups = new Map<string, HomeGroup>()
  for (const application of list) {
    const key = homeKey(application)
    const group = groups.get(key) ?? {
      key,
      name: homeName(application),
      propertyType: application.propertyType ?? 'House',
      rent: application.homeRent,
      applications: [],
    }
    group.applications.push(application)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Income against rent, as people say it. */
export interface Multiple {
  /** Annual income in annual rents, one decimal, rounded down. */
  times: string
  /** True if the income is below what is usual. */
  isBelow: boolean
}

const minorOf = (amount: string | null): bigint | null => (amount === null ? null : parseMoney(amount))

/** The usual yearly income, in tenths of a monthly rent: the applicant's own, and a guarantor's. */
const usual = { applicant: 300, guarantor: 360 } as const

/** The server's figure, an income in monthly rents, as people say it; `null` where it has no meaning. It informs, and judges nothing (docs/reference/uk-lettings.md 4.2). */
export function multipleOf(multiple: string | null, whose: keyof typeof usual): Multiple | null {
  if (multiple === null) return null
  const tenths = Math.round(Number(multiple) * 10)
  const yearly = Math.floor(tenths / 12)
  return { times: `${String(Math.floor(yearly / 10))}.${String(yearly % 10)}`, isBelow: tenths < usual[whose] }
}

/** The applicant's own. */
export const incomeMultiple = ({ affordability }: Pick<Application, 'affordability'>): Multiple | null => multipleOf(affordability?.incomeMultiple ?? null, 'applicant')

/** Returns the state of a reference, in a word. */
export function referenceWord(reference: Pick<Reference, 'state'> | null): { word: string; tone: 'good' | 'warn' | 'plain'; isOpen: boolean } {
  const state = reference?.state ?? 'none'
  const tone = state === 'given' ? 'good' : state === 'expired' || state === 'declined' ? 'warn' : 'plain'
  return { word: texts.references[state] ?? state, tone, isOpen: state === 'requested' }
}

/** The columns that the comparison sorts by. */
export const columns = ['applicant', 'submitted', 'status', 'income', 'against', 'moveIn'] as const

export type Column = (typeof columns)[number]

/** The order of a comparison. */
export interface Order {
  column: Column
  isDescending: boolean
}

const amountOf = (text: string | null): bigint => minorOf(text) ?? -1n

const keys: Record<Column, (application: Application) => string | bigint | number> = {
  applicant: ({ tenantName }) => tenantName.toLowerCase(),
  submitted: ({ createdAt }) => createdAt,
  status: ({ status }) => applicationStatuses.indexOf(status),
  income: ({ affordability }) => amountOf(affordability?.annualIncome ?? null),
  // For one home, income against rent is in the order of income, unless the rent has changed meanwhile.
  against: (application) => Number(incomeMultiple(application)?.times ?? -1),
  moveIn: ({ moveInDate }) => moveInDate ?? '9999',
}

/** The applications of one home in this order; equal ones as they came. */
export function sorted(list: readonly Application[], { column, isDescending }: Order): Application[] {
  const key = keys[column]
  const sign = isDescending ? -1 : 1
  return [...list].sort((one, other) => {
    const [a, b] = [key(one), key(other)]
    return a < b ? -sign : a > b ? sign : 0
  })
}

/** The checks that a landlord waits for, and how many are done; a reference that was waived is none. */
export function checksDone(application: Application, isRightRecorded = false): { done: number; of: number } {
  const asked = [application.employer, application.guarantor].filter((reference) => reference !== null && reference.state !== 'waived')
  const right = isRightRecorded || application.documents.some(({ type, status }) => type === 'rightToRent' && status === 'accepted')
  return { done: asked.filter((reference) => reference?.state === 'given').length + (right ? 1 : 0), of: asked.length + 1 }
}

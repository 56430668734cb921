import type { TenantFilter } from '@/api/tenants'
import { idOf } from '@/lib/query'
import { tenants } from './messages'

/** What the address says about the list. */
export interface ListState {
  search: string
  propertyId: number | undefined
  /** Whether only those are shown who have a last day. */
  isLeaving: boolean
}

/** Reads the address; anything unknown in it does not restrict. */
export function readList(query: URLSearchParams): ListState {
  return { search: query.get('search')?.trim() ?? '', propertyId: idOf(query.get('property')), isLeaving: query.get('show') === 'leaving' }
}

/** What the server restricts of a list. */
export function filterOf({ search, propertyId }: ListState): TenantFilter {
  return { ...(search !== '' && { search }), ...(propertyId !== undefined && { propertyId }) }
}

/** The words of what restricts the list. */
export function filterNames({ search, propertyId, isLeaving }: ListState, propertyName: string | undefined): string[] {
  return [search === '' ? undefined : `“${search}”`, propertyId === undefined ? undefined : (propertyName ?? tenants.property), isLeaving ? tenants.leaving : undefined].filter(
    (name) => name !== undefined,
  )
}

/** What an address without any of them says. */
export const noFilter = { search: '', property: '', show: '' }

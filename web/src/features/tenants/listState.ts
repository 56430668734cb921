import type { ArrearsSort } from '@/api/rent'
import type { TenantFilter, TenantSort } from '@/api/tenants'
import { parseCivilDate } from '@/lib/civilDate'
import { idOf } from '@/lib/query'
import { tenants } from './messages'

/** The orders of the list besides home. */
export const sorts = ['name', 'rent', 'start'] as const satisfies readonly TenantSort[]
/** The orders of arrears besides their age. */
export const arrearsSorts = ['amount', 'name'] as const satisfies readonly ArrearsSort[]

/** The state of the list in the address. */
export interface ListState {
  search: string
  propertyId: number | undefined
  /** True if only tenants with a last day are shown. */
  isLeaving: boolean
  /** True if those who owe are shown, the oldest arrears first. */
  isInArrears: boolean
  /** The day of the arrears; none for today. */
  asOf: string | undefined
  /** The order; by home unless said. */
  sort: TenantSort | undefined
  /** The order of the arrears; the oldest first unless said. */
  arrearsSort: ArrearsSort | undefined
}

/** Reads the address; anything unknown in it does not restrict. */
export function readList(query: URLSearchParams): ListState {
  const asOf = query.get('asOf') ?? ''
  return {
    search: query.get('search')?.trim() ?? '',
    propertyId: idOf(query.get('property')),
    isLeaving: query.get('show') === 'leaving',
    isInArrears: query.get('show') === 'arrears',
    asOf: parseCivilDate(asOf) === null ? undefined : asOf,
    sort: sorts.find((sort) => sort === query.get('sort')),
    arrearsSort: arrearsSorts.find((sort) => sort === query.get('sort')),
  }
}

/** Returns the filter that is sent to the server. */
export function filterOf({ search, propertyId, sort }: ListState): TenantFilter {
  return { ...(search !== '' && { search }), ...(propertyId !== undefined && { propertyId }), ...(sort !== undefined && { sort }) }
}

/** The words of what restricts the list. */
export function filterNames({ search, propertyId, isLeaving }: ListState, propertyName: string | undefined): string[] {
  return [search === '' ? undefined : `“${search}”`, propertyId === undefined ? undefined : (propertyName ?? tenants.property), isLeaving ? tenants.leaving : undefined].filter(
    (name) => name !== undefined,
  )
}

/** The address without any filter. */
export const noFilter = { search: '', property: '', show: '' }

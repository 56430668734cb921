import type { PropertyFilter } from '@/api/properties'
import { portfolio } from './messages'
import { propertyTypes } from './kinds'

export { withList } from '@/lib/query'

/** Every status that a property can show, the derived one included. */
export const statuses = ['Occupied', 'Partially Occupied', 'Vacant', 'Available', 'Under Renovation', 'Under Maintenance'] as const

type Sort = keyof typeof portfolio.sorts

/** The orders that are offered; the first is the server's own. */
export const sorts = Object.keys(portfolio.sorts) as Sort[]

const one = <Value extends string>(known: readonly Value[], text: string | null): Value | undefined => known.find((value) => value === text)

/** Reads the state of the list from the address; anything unknown in it does not restrict. */
export function readList(query: URLSearchParams): PropertyFilter {
  const search = query.get('search')?.trim()
  const propertyType = one(propertyTypes, query.get('type'))
  const status = one(statuses, query.get('status'))
  const sort = one(sorts, query.get('sort'))
  return {
    ...(search && { search }),
    ...(propertyType && { propertyType }),
    ...(status && { status }),
    ...(sort && sort !== sorts[0] && { sort }),
  }
}

/** A column of the list that sorts. */
export type SortColumn = 'name' | 'rent' | 'value'

/** Returns which way round a column is sorted by an order, if it is. */
export function directionOf(sort: string | undefined, column: SortColumn): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : undefined
}

/** The order after a press on a column: names from A and the largest figures first, or the other way round where it is sorted so already. */
export function turned(sort: string | undefined, column: SortColumn): Sort {
  const first = column === 'name' ? column : (`-${column}` as const)
  const other = column === 'name' ? '-name' : column
  return sort === first ? other : first
}

/** The words of the filters that are on; the order is none. */
export function filterNames({ search, propertyType, status }: PropertyFilter): string[] {
  return [search ? `“${search}”` : undefined, propertyType, status].filter((name) => name !== undefined)
}

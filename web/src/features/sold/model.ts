/** The orders of the list, in the order of the buttons. */
export const sorts = ['saleDate', 'profit', 'return'] as const

export type Sort = (typeof sorts)[number]

/** The order of the list. */
export interface Order {
  sort: Sort
  direction: 'desc' | 'asc'
}

/** The latest sale first. */
const usual: Order = { sort: 'saleDate', direction: 'desc' }

/** The order that the address asks for. */
export function orderOf(query: URLSearchParams): Order {
  const sort = sorts.find((each) => each === query.get('sort')) ?? usual.sort
  return { sort, direction: query.get('direction') === 'asc' ? 'asc' : 'desc' }
}

/** Returns the order after a press of a button: the active one turns round, another starts descending (docs/reference/screens/sold-properties.md S1 2.7). */
export function pressed(order: Order, sort: Sort): Order {
  if (order.sort !== sort) return { sort, direction: 'desc' }
  return { sort, direction: order.direction === 'desc' ? 'asc' : 'desc' }
}

/** The order as the address has it; the usual one needs no words. */
export function queryOf({ sort, direction }: Order): Record<string, string> {
  return {
    ...((sort !== usual.sort || direction !== usual.direction) && { sort }),
    ...(direction !== usual.direction && { direction }),
  }
}

/** The texts around the filters of a list. */
export const filters = {
  clear: 'Clear filters',
  done: 'Show results',
} as const

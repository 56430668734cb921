import type { QueryClient } from '@tanstack/react-query'
import { summaryQuery } from '@/api/compliance'
import { analyticsQuery } from '@/api/properties'

/** Puts the figures and what needs attention into the cache; the charts come when they are near the window. */
export const prepare = (cache: QueryClient): Promise<unknown> =>
  Promise.all([cache.query({ ...analyticsQuery(), retry: false }), cache.query({ ...summaryQuery(), retry: false })])

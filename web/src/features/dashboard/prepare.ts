import type { QueryClient } from '@tanstack/react-query'
import { summaryQuery } from '@/api/compliance'
import { analyticsQuery } from '@/api/properties'
import { seriesQuery } from './queries'

/**
 * Puts the figures, what needs attention and the months into the cache: how many months there are decides what stands on the page.
 * The charts themselves come when they are near the window.
 */
export const prepare = (cache: QueryClient): Promise<unknown> =>
  Promise.all([cache.query({ ...analyticsQuery(), retry: false }), cache.query({ ...summaryQuery(), retry: false }), cache.query({ ...seriesQuery(), retry: false })])

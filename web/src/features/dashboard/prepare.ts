import type { QueryClient } from '@tanstack/react-query'
import { arrearsQuery } from '@/api/arrears'
import { summaryQuery } from '@/api/compliance'
import { deadlinesQuery } from '@/api/deadlines'
import { analyticsQuery } from '@/api/properties'
import { rest } from './parts/rest'
import { seriesQuery } from './queries'

/**
 * Puts the figures, what needs attention and the months into the cache: how many months there are decides what stands on the page.
 * The charts themselves come when they are near the window.
 */
export const prepare = (cache: QueryClient): Promise<unknown> =>
  Promise.all([
    rest.arrears.load(),
    rest.charts.load(),
    cache.query({ ...analyticsQuery(), retry: false }),
    cache.query({ ...summaryQuery(), retry: false }),
    cache.query({ ...seriesQuery(), retry: false }),
    cache.query({ ...arrearsQuery(), retry: false }),
    cache.query({ ...deadlinesQuery(), retry: false }),
  ])

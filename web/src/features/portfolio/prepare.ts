import type { QueryClient } from '@tanstack/react-query'
import { analyticsQuery, propertyPagesQuery, type Property } from '@/api/properties'
import { photoUrl } from '@/ui/photos'
import { isMobileNow } from '@/ui/useIsMobile'
import { readList } from './listState'
import { inView, keptView } from './listView'

/** Puts the figures and the list that the address asks for into the cache, and has the first covers fetched. */
export async function prepare(cache: QueryClient, query: URLSearchParams): Promise<void> {
  const figures = cache.query({ ...analyticsQuery(), retry: false })
  const list = cache.infiniteQuery({ ...propertyPagesQuery(readList(query)), retry: false })
  const [, { pages }] = await Promise.all([figures, list])
  fetchCovers(pages[0]?.rows ?? [])
}

function fetchCovers(properties: readonly Property[]): void {
  const isMobile = isMobileNow()
  const size = isMobile || keptView() === 'list' ? 'thumb' : 'card'
  for (const { photos } of properties.slice(0, inView(isMobile))) {
    if (photos[0] !== undefined) new Image().src = photoUrl(photos[0], size)
  }
}

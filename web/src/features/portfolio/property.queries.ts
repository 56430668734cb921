import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api, client } from '@/api/client'
import { invalidate } from '@/api/invalidations'
import { markLeaving } from '@/api/leaving'
import type { SaleBody, SoldProperty } from '@/api/sales'
import { propertyQuery, type Property } from '@/api/properties'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import type { Change } from './edit/values'

/** One property, unless the address names none. */
export const useProperty = (id: number) => useQuery({ ...propertyQuery(id), enabled: Number.isSafeInteger(id) && id > 0 })

/** The nation that a postcode is in; what is none asks nothing. Where a home is stays as it is. */
export const useNationProposal = (postcode: string) =>
  useQuery(
    api.queryOptions('get', '/api/properties/nation', { params: { query: { postcode } } }, { enabled: postcode !== '', staleTime: Infinity, retry: false }),
  )

/** Adds a property; what shows properties is fetched again. */
export function useAddProperty() {
  const cache = useQueryClient()
  return api.useMutation('post', '/api/properties', { onSuccess: () => invalidate(cache, ['properties']) })
}

/** The callbacks of a write: success, before what it changed is read again, or failure. */
interface WriteCallbacks {
  onSuccess: () => void
  onError: (error: unknown) => void
}

/** The row as it was read: the server refuses to change another one (412). */
const unchanged = ({ version }: Pick<Property, 'version'>) => ({ 'If-Match': `"${String(version)}"` })

/** Returns the options of a write that takes a property out of the portfolio: it is not read again, unless it stays. */
function leaves(cache: QueryClient, resources: readonly string[], { onSuccess, onError }: WriteCallbacks) {
  return {
    onMutate: ({ id }: Pick<Property, 'id'>) => markLeaving(cache, id),
    onSuccess: () => {
      onSuccess()
      return invalidate(cache, resources)
    },
    onError: (error: unknown, _: unknown, stay?: () => void) => {
      stay?.()
      onError(error)
      void invalidate(cache, ['properties'])
    },
  }
}

/** Deletes a property as it was shown. */
export function useDeleteProperty({ onSuccess, onError }: WriteCallbacks) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (property: Pick<Property, 'id' | 'version'>) => {
      const header = { ...keyFor(property.id), ...unchanged(property) }
      await client.DELETE('/api/properties/{id}', { params: { path: { id: property.id }, header } })
    },
    ...leaves(cache, ['properties'], { onSuccess, onError }),
  })
}

/** Saves what was changed of a property, unless somebody else changed it since it was read (412). */
export function useUpdateProperty() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async ({ property, change }: { property: Pick<Property, 'id' | 'version'>; change: Change }) => {
      const { id } = property
      const header = { ...keyFor([property.version, change]), ...unchanged(property) }
      const { data } = await client.PATCH('/api/properties/{id}', { params: { path: { id }, header }, body: change })
      return data
    },
    onSuccess: (property) => {
      if (property) cache.setQueryData(propertyQuery(property.id).queryKey, property)
      return invalidate(cache, ['properties'])
    },
  })
}

/** Sells a property as it was shown: it leaves the portfolio for the sold properties. */
export function useSellProperty({ onSuccess, onError }: { onSuccess: (sold: SoldProperty | undefined) => void; onError: WriteCallbacks['onError'] }) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  const left = leaves(cache, ['properties', 'sold-properties'], { onSuccess: () => undefined, onError })
  return useMutation({
    ...left,
    mutationFn: async ({ id, version, sale }: Pick<Property, 'id' | 'version'> & { sale: SaleBody }) => {
      const header = { ...keyFor([id, sale]), ...unchanged({ version }) }
      return (await client.POST('/api/properties/{id}/sell', { params: { path: { id }, header }, body: sale })).data
    },
    onSuccess: (sold) => {
      onSuccess(sold)
      return left.onSuccess()
    },
  })
}

/** Returns the figures of a sale; the figures before stay until the new ones are there. */
export function useSalePreview(id: number, sale: SaleBody) {
  const init = { params: { path: { id } }, body: sale }
  return useQuery(api.queryOptions('post', '/api/properties/{id}/sell/preview', init, { placeholderData: keepPreviousData, retry: false }))
}

/** Returns the figures of a property; the figures before stay until the new ones are there. */
export const useFigures = (property: Change) =>
  useQuery(api.queryOptions('post', '/api/properties/preview', { body: property }, { placeholderData: keepPreviousData, retry: false }))

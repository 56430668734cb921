import { useQuery } from '@tanstack/react-query'
import { useFormatter } from '@/api/account'
import { api } from '@/api/client'
import type { FollowedItem } from '@/api/takeBacks'
import type { Tenant } from '@/api/tenants'
import { details as texts } from '../messages'

/** The viewings that are planned in a tenant's home: taking back the end of the tenancy leaves them in the diary. */
export function useFollowingViewings({ propertyId, roomNumber, leaveDate }: Tenant): FollowedItem[] {
  const format = useFormatter()
  const { data } = useQuery({ ...api.queryOptions('get', '/api/property-viewings', { params: { query: { propertyId, state: 'upcoming' } } }), enabled: leaveDate !== null })
  const place = roomNumber === null ? texts.theHome.toLowerCase() : texts.roomOf(roomNumber).toLowerCase()
  return (data ?? []).map(({ viewingDate, viewingTime }) => ({ mark: 'stays', what: texts.viewing(place, format.longDate(viewingDate), viewingTime), then: texts.viewingStays }))
}

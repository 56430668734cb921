import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { saleAnalyticsQuery, soldPropertiesQuery, soldPropertyQuery } from '@/api/sales'
import type { Order } from './model'

/** Returns the sales in this order; the list before stays until the new one is there. */
export const useSoldProperties = (order: Order) => useQuery({ ...soldPropertiesQuery(order), placeholderData: keepPreviousData })

/** The sums and means over everything that was sold. */
export const useSoldAnalytics = () => useQuery(saleAnalyticsQuery())

/** One sale, unless the address names none. */
export const useSoldProperty = (id: number) => useQuery({ ...soldPropertyQuery(id), enabled: Number.isSafeInteger(id) && id > 0 })

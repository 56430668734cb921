import { useQuery, useQueryClient } from '@tanstack/react-query'
import { settingsQuery } from '@/api/account'
import { api, client } from '@/api/client'
import { landlordQuery } from '@/api/landlord'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import type { Settings } from './model'

export const useSettings = () => useQuery(settingsQuery())

/** Returns the landlord, as agreements and statements name them. */
export const useLandlord = () => useQuery(landlordQuery())

/** Returns the number of the organisation's members, and of its keys; the keys are an Owner's to see. */
export const useMemberCount = () => useQuery({ ...api.queryOptions('get', '/api/members'), select: (members) => members.length })
export const useKeyCount = (isOwner: boolean) =>
  useQuery({ ...api.queryOptions('get', '/api/api-keys'), enabled: isOwner, select: (keys) => keys.length })

const phoneQuery = () => api.queryOptions('get', '/api/phone', undefined, { staleTime: 0 })

/** Returns the state of the number for text messages. */
export const usePhone = () => useQuery(phoneQuery())

/** Sends a code. Within a minute of the last one the server sends no other, so a repeat does no harm. */
export const useSendPhoneCode = () => useMutation({ mutationFn: async () => (await client.POST('/api/phone/code')).data?.endsWith ?? '' })

export function useVerifyPhone() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => client.POST('/api/phone/verify', { body: { code } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: phoneQuery().queryKey }),
  })
}

/** Saves the settings as a whole; what the server made of them applies everywhere at once. */
export function useSaveSettings() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (body: Settings) => (await client.POST('/api/user-settings', { body, params: { header: keyFor(body) } })).data,
    onSuccess: (saved) => {
      if (saved !== undefined) cache.setQueryData(settingsQuery().queryKey, saved)
      void cache.invalidateQueries({ queryKey: phoneQuery().queryKey })
    },
  })
}

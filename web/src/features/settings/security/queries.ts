import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { settingsQuery, twoFactorQuery } from '@/api/account'
import { api, client, type Schema } from '@/api/client'
import { pageOf } from '@/api/pages'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'

const sessionsQuery = () => api.queryOptions('get', '/api/sessions', undefined, { staleTime: 0 })

const browsersQuery = () => api.queryOptions('get', '/api/push-subscriptions', undefined, { staleTime: 0 })

const logPages = () =>
  infiniteQueryOptions({
    queryKey: ['get', '/api/security-log', 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { pageSize: 10, ...(pageParam !== null && { pageToken: pageParam }) }
      const { data, response } = await client.GET('/api/security-log', { params: { query }, signal })
      return pageOf(data ?? [], response.headers)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })

export const useSecurityLog = () => useInfiniteQuery(logPages())
export const useTwoFactor = () => useQuery(twoFactorQuery())
export const useSessions = () => useQuery(sessionsQuery())
export const useBrowsers = () => useQuery(browsersQuery())

/** A change of the account: second factor, devices and log are read again, and the settings, which say whether there is a factor. */
function useAccountChange<Input, Reply>(send: (input: Input, header: { 'Idempotency-Key': string }) => Promise<Reply>) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (input: Input) => send(input, keyFor(input)),
    onSuccess: () =>
      Promise.all(
        [twoFactorQuery().queryKey, sessionsQuery().queryKey, browsersQuery().queryKey, logPages().queryKey, settingsQuery().queryKey].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

export const useChangePassword = () =>
  useAccountChange((body: Schema<'ChangePasswordBody'>, header) => client.POST('/api/auth/change-password', { body, params: { header } }))

export const useChangeEmail = () =>
  useAccountChange((body: Schema<'ChangeEmailBody'>, header) => client.POST('/api/auth/change-email', { body, params: { header } }))

export const useEndSession = () => useAccountChange((id: string, header) => client.DELETE('/api/sessions/{id}', { params: { path: { id }, header } }))

export const useRemoveBrowser = () =>
  useAccountChange((id: number, header) => client.DELETE('/api/push-subscriptions/{id}', { params: { path: { id }, header } }))

// Each press is a wish of its own: what is signed in meanwhile is to go, too.
export const useEndOthers = () =>
  useAccountChange(async (_: number, header) => (await client.POST('/api/sessions/end-others', { params: { header } })).data?.ended ?? 0)

// A request whose reply holds a secret is sent without a key: the reply is not to be kept for a repeat.
export const useEnrol = () => api.useMutation('post', '/api/two-factor/enrol')
export const useConfirmFactor = () =>
  useAccountChange(async (body: Schema<'CodeBody'>) => (await client.POST('/api/two-factor/confirm', { body })).data?.recoveryCodes ?? [])
export const useNewCodes = () =>
  useAccountChange(async (body: Schema<'PasswordAndCodeBody'>) => (await client.POST('/api/two-factor/recovery-codes', { body })).data?.recoveryCodes ?? [])
export const useDisableFactor = () => useAccountChange((body: Schema<'PasswordAndCodeBody'>) => client.POST('/api/two-factor/disable', { body }))

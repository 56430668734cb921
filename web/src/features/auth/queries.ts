import { useQuery } from '@tanstack/react-query'
import { api, client } from '@/api/client'
import { shouldRetry } from '@/api/queryClient'

export const useSignUp = () => api.useMutation('post', '/api/auth/signup')
export const useLogin = () => api.useMutation('post', '/api/auth/login')
export const useResendVerification = () => api.useMutation('post', '/api/auth/resend-verification')
export const useVerifyCode = () => api.useMutation('post', '/api/auth/verify-manual')

/**
 * Follows a mailed link once, however often the page is mounted: a query of its own, because the same link asks for the
 * same thing. Without a token nothing is asked.
 */
export function useVerifyLink(token: string) {
  return useQuery({
    queryKey: ['post', '/api/auth/verify-email', token],
    // Never broken off: mounted twice, it is still followed once.
    queryFn: async () => (await client.POST('/api/auth/verify-email', { body: { token } })).data ?? null,
    enabled: token !== '',
    staleTime: Infinity,
    retry: shouldRetry,
    refetchOnWindowFocus: false,
  })
}

import { useQuery } from '@tanstack/react-query'
import { api, client } from '@/api/client'
import { shouldRetry } from '@/api/queryClient'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'

export const useSignUp = () => api.useMutation('post', '/api/auth/signup')
export const useLogin = () => api.useMutation('post', '/api/auth/login')
export const useConfirmEmail = () => api.useMutation('post', '/api/auth/confirm-email')
export const useVerifyLogin = () => api.useMutation('post', '/api/auth/login/verify')
export const useResendVerification = () => api.useMutation('post', '/api/auth/resend-verification')
export const useForgotPassword = () => api.useMutation('post', '/api/auth/forgot-password')
export const useResetPassword = () => api.useMutation('post', '/api/auth/reset-password')
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

/** Returns the contents of an invitation's link; without a token nothing is asked. */
export function useInvitationLink(token: string) {
  return useQuery({
    queryKey: ['post', '/api/auth/invitation', token],
    queryFn: async () => (await client.POST('/api/auth/invitation', { body: { token } })).data ?? null,
    enabled: token !== '',
    staleTime: Infinity,
    retry: shouldRetry,
    refetchOnWindowFocus: false,
  })
}

/** Joins, with a new account or the one that is signed in. */
export function useAcceptInvitation() {
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (body: { token: string; name?: string; password?: string }) => {
      const { data } = await client.POST('/api/auth/accept-invite', { body, params: { header: keyFor(body) } })
      return { organisationId: data?.organisationId ?? 0 }
    },
  })
}

export const useSwitchOrganisation = () => api.useMutation('post', '/api/auth/organisation')

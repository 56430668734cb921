import { useQuery } from '@tanstack/react-query'
import { createFormatter, defaultFormat, type Formatter } from '@/lib/format'
import { shell } from '@/lib/messages'
import { api, type Schema } from './client'

/** The signed-in account. */
export type User = Schema<'User'>

/** An account type. */
export type Role = User['role']

/** The user who is signed in. */
export const meQuery = () => api.queryOptions('get', '/api/auth/me', undefined, { staleTime: Infinity })

/** The user's settings, whole. */
export const settingsQuery = () => api.queryOptions('get', '/api/user-settings')

/** The state of two-factor authentication: on or off. */
export const twoFactorQuery = () => api.queryOptions('get', '/api/two-factor')

/** The full name of the settings, else what stands for one. */
export function useFullName(): string {
  const { data } = useQuery(settingsQuery())
  return [data?.firstName, data?.lastName].filter(Boolean).join(' ') || shell.fallbackName
}

/** The company that the profile names; empty where none. */
export function useCompany(): string {
  return useQuery(settingsQuery()).data?.company ?? ''
}

/** Returns the formatter of amounts and dates for this user. */
export function useFormatter(): Formatter {
  const { data } = useQuery({ ...settingsQuery(), select: formatterOf })
  return data ?? fallback
}

const fallback = createFormatter(defaultFormat)
const formatterOf = (settings: Schema<'UserSettings'>) => createFormatter(settings)

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { client } from '@/api/client'
import { contractorsQuery } from '@/api/contractors'
import { invalidate } from '@/api/invalidations'
import {
  attachmentQuery,
  commentsQuery,
  requestAnalyticsQuery,
  requestPagesQuery,
  requestQuery,
  sendAttachment,
  urgentRequestsQuery,
  type Attachment,
  type MaintenanceBody,
  type MaintenanceChangeBody,
  type MaintenanceRequest,
  type RequestFilter,
  type Visit,
} from '@/api/maintenance'
import { membersQuery } from '@/api/members'
import { propertyQuery, propertySearchQuery, recentPropertiesQuery, roomsQuery } from '@/api/properties'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import { uuid } from '@/lib/trace'
import { Unreached } from '@/lib/unreached'

/** The requests page by page; the list before stays until the new one is there. */
export const useRequestPages = (filter: RequestFilter) => useInfiniteQuery({ ...requestPagesQuery(filter), placeholderData: keepPreviousData })

/** High, neither Completed nor Cancelled, by the next target. */
export const useUrgentRequests = () => useQuery(urgentRequestsQuery())

/** The figures of the cards. */
export const useRequestAnalytics = () => useQuery(requestAnalyticsQuery())

/** One request with everything, unless the address names none. */
export const useRequest = (id: number | undefined) => useQuery({ ...requestQuery(id ?? 0), enabled: id !== undefined })

/** Returns the comments of both sides. */
export const useComments = (id: number) => useQuery(commentsQuery(id))

/** The bytes of a photo. */
export const useAttachment = (id: number, attachmentId: number) => useQuery(attachmentQuery(id, attachmentId))

/** Returns the members who can be made responsible. */
export const useMembers = (isWanted = true) => useQuery({ ...membersQuery(), enabled: isWanted })

/** Returns the contractors who can be named to repair it. */
export const useContractors = () => useQuery(contractorsQuery())

const mostProperties = 200

/** The properties to choose from. */
export const useProperties = () => useQuery(recentPropertiesQuery(mostProperties))

/** The properties whose name or postcode holds what was typed. */
export const usePropertySearch = (search: string) => useQuery({ ...propertySearchQuery(search), placeholderData: keepPreviousData })

/** A property, once one is chosen. */
export const useHome = (id: number | null) => useQuery({ ...propertyQuery(id ?? 0), enabled: id !== null })

/** A shared house's rooms, once one is chosen. */
export const useRooms = (id: number | null) => useQuery({ ...roomsQuery(id ?? 0), enabled: id !== null })

const resource = 'maintenance-requests'

/** A write that concerns requests: with the key of its body, and what shows them is read again. */
export function useWrite<Input, Reply>(send: (input: Input, header: { 'Idempotency-Key': string }) => Promise<Reply>, mutationKey?: readonly string[]) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    ...(mutationKey && { mutationKey }),
    mutationFn: (input: Input) => send(input, keyFor(input)),
    // Nobody to be reached has nothing newer either.
    onSettled: (_, error) => (error instanceof Unreached ? undefined : invalidate(cache, [resource, 'contractors'])),
  })
}

/** Marks a change of a request until the request was read again. */
export const changing = ['maintenance-request', 'change'] as const

/** The row as it was read: the server refuses to change another one (412). */
const unchanged = ({ version }: { version: number }) => ({ 'If-Match': `"${String(version)}"` })

/** Adds a request. */
export const useAddRequest = () => useWrite(async (body: MaintenanceBody, header) => (await client.POST('/api/maintenance-requests', { params: { header }, body })).data)

/** Changes a request as it was read. */
export const useChangeRequest = () =>
  useWrite(
    async ({ request: { id, version }, body }: { request: Pick<MaintenanceRequest, 'id' | 'version'>; body: MaintenanceChangeBody }, header) =>
      (await client.PATCH('/api/maintenance-requests/{id}', { params: { path: { id }, header: { ...header, ...unchanged({ version }) } }, body })).data,
    changing,
  )

/** The same without looking at the version: for what follows on writes of one's own. */
export const useSetStatus = () =>
  useWrite(async ({ id, status, emailTenants }: { id: number; status: MaintenanceRequest['status']; emailTenants?: boolean; pressedAt: number }, header) =>
    (await client.PATCH('/api/maintenance-requests/{id}', { params: { path: { id }, header }, body: { status, ...(emailTenants !== undefined && { emailTenants }) } })).data,
  )

/** The tenant says that it is fixed. */
export const useConfirmRepair = () => useWrite((id: number, header) => client.POST('/api/maintenance-requests/{id}/confirm', { params: { path: { id }, header } }))

/** Books a visit, or moves it. */
export const useBookVisit = () =>
  useWrite(({ request: { id, version }, body }: { request: Pick<MaintenanceRequest, 'id' | 'version'>; body: Omit<Visit, 'noticeAt'> }, header) =>
    client.PUT('/api/maintenance-requests/{id}/visit', { params: { path: { id }, header: { ...header, ...unchanged({ version }) } }, body }),
  )

/** Calls a visit off. */
export const useCancelVisit = () =>
  useWrite(({ id }: { id: number; version: number }, header) => client.DELETE('/api/maintenance-requests/{id}/visit', { params: { path: { id }, header } }))

/** Adds a line of cost. */
export const useAddCost = () =>
  useWrite(({ id, body }: { id: number; body: { description: string; amount: string; date: string; attachmentId?: number } }, header) =>
    client.POST('/api/maintenance-requests/{id}/costs', { params: { path: { id }, header }, body }),
  )

/** Takes a line of cost away. */
export const useRemoveCost = () =>
  useWrite(({ id, costId }: { id: number; costId: number }, header) => client.DELETE('/api/maintenance-requests/{id}/costs/{costId}', { params: { path: { id, costId }, header } }))

/** Writes to the other side. Each press is a wish of its own. */
export const useAddComment = () =>
  useWrite(({ id, text, attachments, emailTenants }: { id: number; text: string; attachments: number[]; emailTenants: boolean | null }, header) =>
    client.POST('/api/maintenance-requests/{id}/comments', {
      params: { path: { id }, header },
      body: { text, ...(attachments.length > 0 && { attachments }), ...(emailTenants !== null && { emailTenants }) },
    }),
  )

/** Takes a file away. */
export const useRemoveAttachment = () =>
  useWrite(({ id, attachmentId }: { id: number; attachmentId: number }, header) =>
    client.DELETE('/api/maintenance-requests/{id}/attachments/{attachmentId}', { params: { path: { id, attachmentId }, header } }),
  )

const noProgress = () => undefined

/** The progress of a file with a request; a repeat goes on from there. */
interface UploadProgress {
  id: number
  key: string
  added?: Attachment
}

/**
 * Adds files one after the other; gives those that were added, and how many were refused. Where nobody can be reached it fails, and a repeat
 * sends those that are missing.
 */
export function useSendFiles() {
  const cache = useQueryClient()
  const known = useRef(new WeakMap<File, UploadProgress>())
  const sentOf = (id: number, file: File): UploadProgress => {
    const before = known.current.get(file)
    if (before?.id === id) return before
    const sent = { id, key: uuid() }
    known.current.set(file, sent)
    return sent
  }
  return async (id: number, kind: Attachment['kind'], files: readonly File[], onFile: (number: number) => void = noProgress): Promise<{ added: Attachment[]; failed: number }> => {
    const added: Attachment[] = []
    let failed = 0
    for (const [index, file] of files.entries()) {
      onFile(index + 1)
      const sent = sentOf(id, file)
      try {
        sent.added ??= await sendAttachment(id, kind, file, noProgress, new AbortController().signal, sent.key)
        added.push(sent.added)
      } catch (error) {
        if (error instanceof Unreached) throw error
        console.error('A photo was not added.', error)
        failed += 1
      }
    }
    if (files.length > 0) await invalidate(cache, [resource])
    return { added, failed }
  }
}

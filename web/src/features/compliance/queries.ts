import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client, type Schema } from '@/api/client'
import type { Certificate, Inspection } from '@/api/compliance'
import { invalidate } from '@/api/invalidations'
import { pageOf } from '@/api/pages'
import { propertyQuery, propertySearchQuery } from '@/api/properties'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'
import { titleFrom } from '@/lib/maintenance'
import { inspectionStates, type CertificateType } from './model'

const pageSize = 50

/** The filters of a list; one that is undefined does not restrict it. */
export interface Filter {
  propertyId?: number | undefined
  state?: string | undefined
  certificateType?: CertificateType | undefined
}

/** Leaves out what is undefined, so that the same filter has the same key. */
const plain = (filter: Filter) => JSON.parse(JSON.stringify(filter)) as { propertyId?: number; state?: string; certificateType?: CertificateType }

const certificatePages = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['get', '/api/property-certificates', { params: { query: plain(filter) } }, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...plain(filter), pageSize, ...(pageParam !== null && { pageToken: pageParam }) }
      const { data, response } = await client.GET('/api/property-certificates', { params: { query }, signal })
      return pageOf(data ?? [], response.headers)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

const inspectionPages = ({ propertyId, state: text }: Filter) => {
  const state = inspectionStates.find((known) => known === text)
  const filter = { ...(propertyId !== undefined && { propertyId }), ...(state && { state }) }
  return infiniteQueryOptions({
    queryKey: ['get', '/api/property-inspections', { params: { query: filter } }, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, pageSize, ...(pageParam !== null && { pageToken: pageParam }) }
      const { data, response } = await client.GET('/api/property-inspections', { params: { query }, signal })
      return pageOf(data ?? [], response.headers)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

export const useCertificates = (filter: Filter) => useInfiniteQuery({ ...certificatePages(filter), placeholderData: keepPreviousData })
export const useInspections = (filter: Filter) => useInfiniteQuery({ ...inspectionPages(filter), placeholderData: keepPreviousData })

/** The types that are offered, with their usual validity. */
export const useCertificateTypes = () => useQuery({ ...api.queryOptions('get', '/api/certificate-types'), staleTime: Infinity })

/** The properties whose name or address holds what was typed. */
export const usePropertySearch = (search: string) =>
  useQuery({ ...propertySearchQuery(search), placeholderData: keepPreviousData })

/** Returns the name of a property; empty while it is not known, or for none. */
export function usePropertyName(id: number | null): string {
  return useQuery({ ...propertyQuery(id ?? 0), enabled: id !== null }).data?.name ?? ''
}

/** The nation that a property is in; null while it is not known, or for none. */
export function usePropertyNation(id: number | null): Schema<'Nation'> | null {
  return useQuery({ ...propertyQuery(id ?? 0), enabled: id !== null }).data?.nation ?? null
}

export const useInspectionSettings = (id: number) => useQuery(api.queryOptions('get', '/api/properties/{id}/inspection-settings', { params: { path: { id } } }))

/** Proposed anew each time the dialog opens: working days pass. */
export const useProposals = () => useQuery({ ...api.queryOptions('get', '/api/property-inspections/proposals'), gcTime: 0 })

/** A write that concerns certificates or inspections: with the key of its body, and what shows them is read again. */
function useWrite<Input, Reply>(resource: string, send: (input: Input, header: { 'Idempotency-Key': string }) => Promise<Reply>) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({ mutationFn: (input: Input) => send(input, keyFor(input)), onSuccess: () => invalidate(cache, [resource]) })
}

/** The row as it was read: the server refuses to change another one (412). */
const unchanged = ({ version }: { version: number }) => ({ 'If-Match': `"${String(version)}"` })

const certificates = 'property-certificates'
const inspections = 'property-inspections'

export const useAddCertificate = () =>
  useWrite(certificates, (body: Schema<'CertificateBody'>, header) => client.POST('/api/property-certificates', { params: { header }, body }))

export const useEditCertificate = () =>
  useWrite(certificates, ({ row, body }: { row: Certificate; body: Schema<'CertificateChangeBody'> }, header) =>
    client.PATCH('/api/property-certificates/{id}', { params: { path: { id: row.id }, header: { ...header, ...unchanged(row) } }, body }),
  )

export const useRenewCertificate = () =>
  useWrite(certificates, ({ row, body }: { row: Certificate; body: Schema<'CertificateRenewalBody'> }, header) =>
    client.POST('/api/property-certificates/{id}/renew', { params: { path: { id: row.id }, header: { ...header, ...unchanged(row) } }, body }),
  )

export const useDeleteCertificate = () =>
  useWrite(certificates, (row: Certificate, header) =>
    client.DELETE('/api/property-certificates/{id}', { params: { path: { id: row.id }, header: { ...header, ...unchanged(row) } } }),
  )

export const useAddInspection = () =>
  useWrite(inspections, (body: Schema<'InspectionBody'>, header) => client.POST('/api/property-inspections', { params: { header }, body }))

export const useRescheduleInspection = () =>
  useWrite(inspections, ({ row, body }: { row: Inspection; body: Schema<'InspectionChangeBody'> }, header) =>
    client.PATCH('/api/property-inspections/{id}', { params: { path: { id: row.id }, header: { ...header, ...unchanged(row) } }, body }),
  )

export const useCompleteInspection = () =>
  useWrite(inspections, ({ row, body }: { row: Inspection; body: Schema<'InspectionOutcomeBody'> }, header) =>
    client.POST('/api/property-inspections/{id}/complete', { params: { path: { id: row.id }, header: { ...header, ...unchanged(row) } }, body }),
  )

/** Makes a maintenance request of what an inspection requires. */
export function useRaiseRequest() {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async ({ id, propertyId, actionRequired }: Pick<Inspection, 'id' | 'propertyId' | 'actionRequired'>) => {
      const description = actionRequired?.trim() ?? ''
      const body = { propertyId, title: titleFrom(description), description, category: 'Other' as const, inspectionId: id }
      return (await client.POST('/api/maintenance-requests', { params: { header: keyFor(body) }, body })).data
    },
    onSuccess: () => invalidate(cache, ['maintenance-requests']),
  })
}

export const useCancelInspection = () =>
  useWrite(inspections, (row: Inspection, header) =>
    client.POST('/api/property-inspections/{id}/cancel', { params: { path: { id: row.id }, header: { ...header, ...unchanged(row) } } }),
  )

export const useSchedule = () =>
  useWrite(inspections, (body: Schema<'ScheduleBody'>, header) => client.POST('/api/property-inspections/schedule', { params: { header }, body }))

export const useSaveSettings = (id: number) =>
  useWrite(inspections, ({ version, ...body }: Schema<'InspectionSettings'>, header) =>
    client.PUT('/api/properties/{id}/inspection-settings', { params: { path: { id }, header: { ...header, ...unchanged({ version }) } }, body }),
  )

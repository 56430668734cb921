import { client } from '@/api/client'
import type { JobBody } from '@/api/jobs'
import { useWrite } from './queries'

/** Asks the contractor to do it. */
export const useOfferJob = () => useWrite(({ id, body }: { id: number; body: JobBody }, header) => client.POST('/api/maintenance-requests/{id}/job', { params: { path: { id }, header }, body }))

/** Decides on the time that the contractor proposes. */
export const useDecideJobTime = () =>
  useWrite(({ id, ...body }: { id: number; accept: boolean; message?: string | null; tenantAgreed?: boolean }, header) =>
    client.POST('/api/maintenance-requests/{id}/job/decision', { params: { path: { id }, header }, body }),
  )

/** Calls the job off. */
export const useCallOffJob = () =>
  useWrite(({ id, message }: { id: number; message: string | null }, header) => client.POST('/api/maintenance-requests/{id}/job/call-off', { params: { path: { id }, header }, body: { message } }))

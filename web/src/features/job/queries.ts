import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '@/api/client'
import { contractorJobQuery, jobFileQuery, sendJobFile, type ContractorJob, type JobReportBody, type JobTimeBody } from '@/api/jobs'
import type { Attachment } from '@/api/maintenance'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { useMutation } from '@/api/useMutation'

/** The job of a private link. */
export const useContractorJob = (token: string) => useQuery({ ...contractorJobQuery(token), enabled: token !== '' })

/** The bytes of a file of the job. */
export const useJobFile = (token: string, fileId: number) => useQuery(jobFileQuery(token, fileId))

/** Sends an answer; the page shows what became of the job. */
function useAnswer<Body>(token: string, send: (body: Body, header: Record<'Idempotency-Key', string>) => Promise<{ data?: ContractorJob | undefined }>) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: async (body: Body) => (await send(body, keyFor(body))).data,
    onSuccess: (page) => {
      if (page !== undefined) cache.setQueryData(contractorJobQuery(token).queryKey, page)
    },
  })
}

/** Takes the job at the time that is asked for. */
export const useAccept = (token: string) => useAnswer(token, (_: { accept: true }, header) => client.POST('/api/jobs/{token}/accept', { params: { path: { token }, header } }))

/** Proposes another time. */
export const usePropose = (token: string) => useAnswer(token, (body: JobTimeBody, header) => client.POST('/api/jobs/{token}/times', { params: { path: { token }, header }, body }))

/** Declines the job. */
export const useDecline = (token: string) =>
  useAnswer(token, (body: { message: string | null }, header) => client.POST('/api/jobs/{token}/decline', { params: { path: { token }, header }, body }))

/** Says what was done. */
export const useFinish = (token: string) => useAnswer(token, (body: JobReportBody, header) => client.POST('/api/jobs/{token}/report', { params: { path: { token }, header }, body }))

/** Takes a file back. */
export const useRemoveFile = (token: string) =>
  useAnswer(token, ({ fileId }: { fileId: number }, header) => client.DELETE('/api/jobs/{token}/files/{fileId}', { params: { path: { token, fileId }, header } }))

/** Adds a file, and shows it. */
export function useAddFile(token: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, file }: { kind: Attachment['kind']; file: File }) => sendJobFile(token, kind, file, () => undefined, new AbortController().signal),
    onSettled: () => cache.invalidateQueries({ queryKey: contractorJobQuery(token).queryKey }),
  })
}

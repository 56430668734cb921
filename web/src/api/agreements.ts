import { readBytes } from './bytes'
import { api, client, type Schema } from './client'
import { uuid } from '@/lib/trace'
import { sendFile, type OnProgress } from './upload'

/** A document that all parties of a tenancy sign. */
export type Agreement = Schema<'Agreement'>

/** The terms of an agreement. */
export type AgreementTerms = Schema<'AgreementTerms'>

/** The same as it is sent. */
export type AgreementBody = Schema<'AgreementBody'>

/** Somebody who signs it. */
export type Signer = Agreement['signers'][number]

/** A deed, which a guarantor signs beside a witness in place of the agreement. */
export type GuaranteeDeed = Agreement['deeds'][number]

/** A bill of the home. */
export type Bill = Schema<'Bill'>

/** The proposed terms of an agreement, and what is missing. */
export type AgreementProposal = Schema<'AgreementProposal'>

/** A signature as it is given. */
export type SignatureBody = Schema<'SignatureBody'>

/** The end of a guarantee. */
export type GuaranteeEndBody = Schema<'GuaranteeEndBody'>

/** The access to an agreement: by its application, signed in, or by a signer's private link. */
export type AgreementAccess = { id: number } | { token: string }

/** The last agreement of an application. */
export const agreementQuery = (id: number) => api.queryOptions('get', '/api/tenant-applications/{id}/agreement', { params: { path: { id } } })

/** The terms that are proposed, and what is missing before one can be issued. */
export const proposalQuery = (id: number) =>
  api.queryOptions('get', '/api/tenant-applications/{id}/agreement/proposal', { params: { path: { id } } }, { staleTime: 0 })

const halfAMinute = 30_000

/** An agreement by a signer's private link: asked again while somebody looks at it, for there is no stream. */
export const linkedAgreementQuery = (token: string) =>
  api.queryOptions('get', '/api/agreements/{token}', { params: { path: { token } } }, { refetchInterval: halfAMinute, staleTime: 0 })

const pathOf = (access: AgreementAccess) =>
  'id' in access ? `/api/tenant-applications/${String(access.id)}/agreement` : `/api/agreements/${encodeURIComponent(access.token)}`

/** The document's bytes: the one that is signed, or with its certificate once all have signed. */
export const readAgreement = (access: AgreementAccess): Promise<Blob> => readBytes(`${pathOf(access)}/document`)

/** A deed's bytes: the one that is signed, or with its certificate once it is. */
export const readDeed = (access: AgreementAccess, deed: number): Promise<Blob> => readBytes(`${pathOf(access)}/deeds/${String(deed)}/document`)

/** A deed's own chain of evidence. */
export const readDeedEvidence = (id: number, deed: number): Promise<Blob> => readBytes(`${pathOf({ id })}/deeds/${String(deed)}/evidence`)

/** The terms so far of an agreement that is being typed. */
export type AgreementDraftBody = Schema<'AgreementDraftBody'>

/** The document of a draft, as issuing it would make it. */
export async function previewAgreement(id: number, body: AgreementDraftBody, signal: AbortSignal): Promise<Blob> {
  const { data } = await client.POST('/api/tenant-applications/{id}/agreement/preview', { params: { path: { id } }, body, parseAs: 'blob', signal })
  return data as unknown as Blob
}

/** The mails that issuing a draft sends. */
export async function previewAgreementMails(id: number, body: AgreementDraftBody, signal: AbortSignal): Promise<Schema<'WrittenMail'>[]> {
  const { data } = await client.POST('/api/tenant-applications/{id}/agreement/preview/mails', { params: { path: { id } }, body, signal })
  return data ?? []
}

/** The chain of evidence, which a command checks offline. */
export const readEvidence = (id: number): Promise<Blob> => readBytes(`${pathOf({ id })}/evidence`)

/** Makes the document of these terms and asks the first signer. */
export async function issueAgreement(id: number, terms: AgreementBody, header: { 'Idempotency-Key': string }): Promise<void> {
  await client.POST('/api/tenant-applications/{id}/agreement', { params: { path: { id }, header }, body: terms })
}

/** The same with the landlord's own PDF, outside England. */
export async function issueOwnAgreement(id: number, terms: AgreementBody, file: File, onProgress: OnProgress, signal: AbortSignal): Promise<void> {
  await sendFile(pathOf({ id }), file, onProgress, signal, { 'idempotency-key': uuid() }, { terms: JSON.stringify(terms) })
}

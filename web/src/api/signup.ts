import { api, type Schema } from './client'

/** The homes that may be applied for by a link that invites. */
export type OpenInvite = Schema<'OpenInvite'>

/** A half-filled application, as the server keeps it. */
export type SignupDraft = Schema<'Draft'>

/** The same, as it is sent. */
export type SignupDraftBody = Schema<'DraftBody'>

/** Queries the homes that may be applied for: they may change while somebody fills in the form. */
export const openInviteQuery = (token: string) =>
  api.queryOptions('get', '/api/invites/by-token/{token}', { params: { path: { token } } }, { staleTime: 60_000 })

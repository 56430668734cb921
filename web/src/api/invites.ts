import { api, type Schema } from './client'

/** A live link that invites to apply. */
export type Invite = Schema<'Invite'>

/** A link that was just made, with its address, which is told this once. */
export type NewInvite = Schema<'NewInvite'>

/** The live links, the newest first. */
export const invitesQuery = () => api.queryOptions('get', '/api/invites')

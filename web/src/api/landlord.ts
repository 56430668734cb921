import { api, client, type Schema } from './client'
import type { AgreementTerms } from './agreements'

/** The landlord, as agreements and statements name them. */
export type Landlord = Schema<'Landlord'>

/** The same as it is saved. */
export type LandlordBody = Schema<'LandlordBody'>

/** A kind of mail to tenants. */
export type TenantMailKind = Schema<'TenantMailKind'>

/** A mail as its reader would get it. */
export type WrittenMail = Schema<'WrittenMail'>

/** The landlord's details. */
export const landlordQuery = () => api.queryOptions('get', '/api/organisation/landlord')

/** The mails to tenants, and whether they are wanted. */
export const tenantMailsQuery = () => api.queryOptions('get', '/api/organisation/tenant-mails')

/** The text of a kind of mail, with invented names and amounts. */
export const mailTextQuery = (kind: TenantMailKind) =>
  api.queryOptions('get', '/api/organisation/tenant-mails/{kind}', { params: { path: { kind } } })

/** Saves the landlord's details whole. */
export const saveLandlord = (body: LandlordBody, header: { 'Idempotency-Key': string; 'If-Match'?: string }) =>
  client.PUT('/api/organisation/landlord', { params: { header }, body })

/** Returns whether the landlord's details were given. */
export const isGiven = ({ kind }: Pick<Landlord, 'kind'>): boolean => kind !== null

/** The landlord in one line: "Helen Okafor, trading as Okafor Lettings". */
export function nameLandlord({ names, companyNumber, tradingAs }: Pick<Landlord, 'names' | 'companyNumber' | 'tradingAs'>): string {
  const all = new Intl.ListFormat('en-GB').format(names)
  return [all, ...(companyNumber === null ? [] : [`company number ${companyNumber}`]), ...(tradingAs === null ? [] : [`trading as ${tradingAs}`])].join(', ')
}

/** The landlord of an agreement in one line, as its document names them. */
export const nameLandlordOf = (terms: Pick<AgreementTerms, 'landlordName' | 'jointLandlords' | 'landlordCompanyNumber' | 'landlordTradingAs'>): string =>
  nameLandlord({ names: [terms.landlordName, ...terms.jointLandlords], companyNumber: terms.landlordCompanyNumber, tradingAs: terms.landlordTradingAs })

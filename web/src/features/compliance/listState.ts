import { certificateStates, openViews, type CertificateType } from './model'

export { withList } from '@/lib/query'

/** Homes with what they need, certificates, inspections that are to be done or were called off, or those that were done. */
export type Kind = (typeof kinds)[number]

export const kinds = ['homes', 'certificates', 'inspections', 'completed'] as const

/** The state in the address: which list, and its filters. */
export interface ListState {
  kind: Kind
  state: string | undefined
  certificateType: CertificateType | undefined
  propertyId: number | undefined
}

const one = <Value extends string>(known: readonly Value[], text: string | null): Value | undefined => known.find((value) => value === text)

/** Reads the address; anything unknown in it does not restrict. */
export function readList(query: URLSearchParams, types: readonly CertificateType[]): ListState {
  // Addresses of before named a state or a type of certificates alone.
  const isOfCertificates = ['state', 'type', 'add'].some((name) => query.has(name))
  const asked = one(kinds, query.get('kind')) ?? (isOfCertificates ? 'certificates' : 'homes')
  // An address of the former single list still leads there.
  const kind = asked === 'inspections' && query.get('state') === 'Completed' ? 'completed' : asked
  const states: Record<Kind, readonly string[]> = { certificates: certificateStates, inspections: openViews, completed: [], homes: [] }
  const id = Number(query.get('property'))
  return {
    kind,
    state: one(states[kind], query.get('state')),
    certificateType: kind === 'certificates' ? one(types, query.get('type')) : undefined,
    propertyId: Number.isSafeInteger(id) && id > 0 ? id : undefined,
  }
}

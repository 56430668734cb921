import type { Contractor, ContractorBody } from '@/api/contractors'
import { hasLength, isEmail, isPhone } from '@/lib/contactRules'
import { trades, type Trade } from '@/lib/maintenance'
import type { Mistakes } from '@/ui/form/rules'
import { contractorForm as texts } from './messages'

/** The state of the directory in the address. */
export interface ListState {
  trade: Trade | undefined
  search: string
}

/** Reads the address; anything unknown in it does not restrict. */
export const readList = (query: URLSearchParams): ListState => ({
  trade: trades.find((trade) => trade === query.get('trade')),
  search: query.get('search')?.trim() ?? '',
})

/** Returns the contractors that pass the filters: a directory is small, and is here as a whole. */
export function shownOf(all: readonly Contractor[], { trade, search }: ListState): Contractor[] {
  const wanted = search.toLowerCase()
  return all.filter((each) => (trade === undefined || each.trade === trade) && (wanted === '' || each.name.toLowerCase().includes(wanted)))
}

/** A contractor as it is typed. */
export interface ContractorValues {
  name: string
  trade: Trade | ''
  phone: string
  email: string
  registration: string
  notes: string
}

/** The form's controls from top to bottom. */
export const fieldOrder = ['name', 'trade', 'phone', 'email', 'registration', 'notes'] as const

/** The form as it opens. */
export const valuesOf = (contractor: Contractor | undefined): ContractorValues => ({
  name: contractor?.name ?? '',
  trade: trades.find((trade) => trade === contractor?.trade) ?? '',
  phone: contractor?.phone ?? '',
  email: contractor?.email ?? '',
  registration: contractor?.registration ?? '',
  notes: contractor?.notes ?? '',
})

/** Returns the mistakes in a contractor. */
export const contractorMistakes = ({ name, trade, phone, email, registration }: ContractorValues): Mistakes<ContractorValues> => ({
  ...(!hasLength(name, 2) && { name: texts.nameShort }),
  ...(trade === '' && { trade: texts.tradeRequired }),
  ...(!isPhone(phone) && { phone: texts.phoneShort }),
  ...(email.trim() !== '' && !isEmail(email) && { email: texts.emailInvalid }),
  // Gas Safety (Installation and Use) Regulations 1998: only who is registered may work on gas.
  ...(trade === 'Gas engineer' && registration.trim() === '' && { registration: texts.registrationRequired }),
})

/** Returns the body of a contractor. */
export const bodyOf = ({ name, trade, phone, email, registration, notes }: ContractorValues): ContractorBody => ({
  name: name.trim(),
  trade: trade === '' ? 'Other' : trade,
  phone: phone.trim(),
  email: email.trim() || null,
  registration: registration.trim() || null,
  notes: notes.trim() || null,
})

import type { Agreement, GuaranteeDeed } from '@/api/agreements'
import { nameLandlordOf } from '@/api/landlord'
import { parseMoney } from '@/lib/money'
import { isSameName, ownSigner } from '../model'
import { deed as texts } from './messages'

/** A deed as the controls have it. */
export interface DeedValues {
  name: string
  consent: boolean
  signature: string
  witnessName: string
  witnessAddress: string
  occupation: string
  witnessConsent: boolean
  witnessSignature: string
}

export const emptyDeed: DeedValues = { name: '', consent: false, signature: '', witnessName: '', witnessAddress: '', occupation: '', witnessConsent: false, witnessSignature: '' }

/** The deed that the reader signs in place of the agreement, where they are its guarantor. */
export function ownDeed(agreement: Agreement): GuaranteeDeed | undefined {
  const own = ownSigner(agreement)
  return agreement.deeds.find(({ signerId }) => signerId === own?.id)
}

/** The landlord, as the agreement names them. */
export function landlordOf({ terms, signers }: Agreement): string {
  return terms === null ? (signers.find(({ party }) => party === 'landlord')?.name ?? '') : nameLandlordOf(terms)
}

/** Tells if the highest sum is a year's rent: then the page says so. */
export const isYearsRent = ({ highestAmount }: Pick<GuaranteeDeed, 'highestAmount'>, monthlyRent: string | null): boolean =>
  highestAmount !== null && monthlyRent !== null && parseMoney(highestAmount) === (parseMoney(monthlyRent) ?? 0n) * 12n

/** Tells if the guarantor's own part is done, so that the witness's opens. */
export const isOwnPartDone = (values: DeedValues, name: string): boolean => values.consent && isSameName(values.name, name) && values.signature !== ''

/** Gives what is missing before the deed can be sent; nothing where it can. */
export function obstacleOf(values: DeedValues, name: string, others: readonly string[], isRead: boolean): string | undefined {
  if (!isRead) return texts.readFirst
  if (!values.consent) return texts.consentFirst
  if (!isSameName(values.name, name)) return texts.nameFirst(name)
  if (values.signature === '') return texts.signFirst
  if (values.witnessName.trim().length < 2) return texts.witnessNameFirst
  if (isSomebodyOf(values.witnessName, [name, ...others])) return texts.somebodyElse
  if (values.witnessAddress.trim().length < 10) return texts.addressFirst
  if (!values.witnessConsent) return texts.witnessConsentFirst
  if (values.witnessSignature === '') return texts.witnessSignFirst
  return values.witnessSignature === values.signature ? texts.somebodyElse : undefined
}

/** Tells if a witness has the name of somebody who cannot be one. */
export const isSomebodyOf = (witness: string, names: readonly string[]): boolean => witness.trim() !== '' && names.some((name) => isSameName(witness, name))

/** The control of a field as the server names it. */
export const deedControlOf = (field: string): keyof DeedValues | undefined =>
  (
    ({
      name: 'name',
      consent: 'consent',
      signature: 'signature',
      'witness.name': 'witnessName',
      'witness.address': 'witnessAddress',
      'witness.occupation': 'occupation',
      'witness.consent': 'witnessConsent',
      'witness.signature': 'witnessSignature',
    }) as Partial<Record<string, keyof DeedValues>>
  )[field]

import { landlord as texts } from './messages'

/** The landlord's details as the server has them. */
interface Details {
  kind: 'person' | 'joint' | 'company' | null
  names: string[]
  companyNumber: string | null
  tradingAs: string | null
  noticeAddress: string | null
}

/** The landlord's details as the controls have them. */
export interface LandlordValues {
  landlordKind: 'person' | 'company'
  landlordName: string
  jointLandlords: { text: string }[]
  companyNumber: string
  tradingAs: string
  landlordAddress: string
}

/** The controls from top to bottom. */
export const landlordOrder = ({ jointLandlords }: Pick<LandlordValues, 'jointLandlords'>) =>
  ['landlordName', ...jointLandlords.map((_, index) => `jointLandlords.${index}.text` as const), 'companyNumber', 'tradingAs', 'landlordAddress'] as const

/** The details to be edited. */
export function landlordValues({ kind, names, companyNumber, tradingAs, noticeAddress }: Details): LandlordValues {
  return {
    landlordKind: kind === 'company' ? 'company' : 'person',
    landlordName: names[0] ?? '',
    jointLandlords: names.slice(1).map((text) => ({ text })),
    companyNumber: companyNumber ?? '',
    tradingAs: tradingAs ?? '',
    landlordAddress: noticeAddress ?? '',
  }
}

const length = (text: string): number => [...text.trim()].length

/** Returns the mistakes in the landlord's details. */
export function landlordMistakes({ landlordKind, landlordName, jointLandlords, landlordAddress }: LandlordValues): Record<string, string> {
  const wrong = texts.mistakes
  const found: Record<string, string> = {}
  if (length(landlordName) < 2) found.landlordName = wrong.name
  if (landlordKind === 'person') {
    const names = [landlordName, ...jointLandlords.map(({ text }) => text)].map((name) => name.trim())
    jointLandlords.forEach(({ text }, index) => {
      if (length(text) < 2) found[`jointLandlords.${String(index)}.text`] = wrong.name
      else if (names.slice(0, index + 1).includes(text.trim())) found[`jointLandlords.${String(index)}.text`] = wrong.twice
    })
  }
  if (length(landlordAddress) < 10) found.landlordAddress = wrong.address
  return found
}

const jointOf = ({ landlordKind, jointLandlords }: LandlordValues): string[] => (landlordKind === 'company' ? [] : jointLandlords.map(({ text }) => text.trim()))

/** The landlord's part of the settings, as it is saved. */
export function landlordDetails(values: LandlordValues) {
  const joint = jointOf(values)
  const isCompany = values.landlordKind === 'company'
  return {
    kind: isCompany ? ('company' as const) : joint.length > 0 ? ('joint' as const) : ('person' as const),
    names: [values.landlordName.trim(), ...joint],
    ...(isCompany && values.companyNumber.trim() !== '' && { companyNumber: values.companyNumber.trim() }),
    ...(values.tradingAs.trim() !== '' && { tradingAs: values.tradingAs.trim() }),
    noticeAddress: values.landlordAddress.trim(),
  }
}

/** The control of a field of the settings as the server names it. */
export const landlordControl = (field: string): string =>
  field === 'names' || field === 'names[0]'
    ? 'landlordName'
    : field === 'noticeAddress'
      ? 'landlordAddress'
      : field.replace(/^names\[(\d+)\]$/, (_, place: string) => `jointLandlords.${String(Number(place) - 1)}.text`)

/** The landlord's part of an agreement. */
export function landlordTerms(values: LandlordValues) {
  const isCompany = values.landlordKind === 'company'
  return {
    landlordName: values.landlordName.trim(),
    jointLandlords: jointOf(values),
    landlordIsCompany: isCompany,
    ...(isCompany && values.companyNumber.trim() !== '' && { landlordCompanyNumber: values.companyNumber.trim() }),
    ...(values.tradingAs.trim() !== '' && { landlordTradingAs: values.tradingAs.trim() }),
    landlordAddress: values.landlordAddress.trim(),
  }
}

import type { HomeCertificate } from '@/api/portal'
import type { CivilDate } from '@/lib/civilDate'
import { papers as texts } from './messages'

/** Returns whether a certificate is expired, or soon will be. */
export const isDue = ({ state }: Pick<HomeCertificate, 'state'>): boolean => state === 'Expired' || state === 'ExpiringSoon'

/** Returns the state of a home's certificates, in few words; `date` writes a day. */
export function certificatesLine(certificates: readonly HomeCertificate[], date: (day: CivilDate) => string): string {
  const due = certificates.filter(isDue).sort((a, b) => (a.expiryDate < b.expiryDate ? -1 : 1))
  const inDate = certificates.length - due.length
  const [first] = due
  if (first === undefined) return texts.allInDate(inDate)
  const { certificateType, expiryDate, state } = first
  const sentences = [(state === 'Expired' ? texts.hasExpired : texts.expires)(certificateType, date(expiryDate))]
  if (due.length > 1) sentences.push(texts.moreDue(due.length - 1))
  if (inDate > 0) sentences.push(texts.othersInDate(inDate))
  return sentences.join(' ')
}

import type { Certificate, Inspection } from '@/api/compliance'
import { count } from '@/lib/format'
import { portfolio } from './messages'

/** The most pressing thing of a property. */
export interface Due {
  tone: 'danger' | 'warning'
  text: string
}

function certificateDue({ certificateType, daysRemaining }: Certificate): Due {
  if (daysRemaining < 0) return { tone: 'danger', text: portfolio.expired(certificateType) }
  if (daysRemaining === 0) return { tone: 'warning', text: portfolio.expiresToday(certificateType) }
  return { tone: 'warning', text: portfolio.expiresIn(certificateType, count(daysRemaining, 'day', 'days')) }
}

/**
 * Returns what is due by property: an expired certificate before an overdue inspection before a certificate that expires.
 * Both lists come with the most overdue first.
 */
export function duesOf(certificates: readonly Certificate[], overdue: readonly Inspection[]): ReadonlyMap<number, Due> {
  const dues = new Map<number, Due>()
  const add = (propertyId: number, due: Due) => {
    if (!dues.has(propertyId)) dues.set(propertyId, due)
  }
  const isExpired = ({ daysRemaining }: Certificate) => daysRemaining < 0
  for (const certificate of certificates.filter(isExpired)) add(certificate.propertyId, certificateDue(certificate))
  for (const { propertyId } of overdue) add(propertyId, { tone: 'danger', text: portfolio.inspectionOverdue })
  for (const certificate of certificates) add(certificate.propertyId, certificateDue(certificate))
  return dues
}

import { count } from './format'

/** The words for what is due, shared by every screen that says so. Days are those of the server, in Europe/London. */
export const due = {
  today: 'Expires today',
  callTenant: 'Call Tenant',
  noTenant: 'No active tenant to call',
} as const

const days = (number: number) => count(number, 'day', 'days')

/** Returns the time to a certificate's expiry, in words: the day itself still counts as valid. */
export function expiryText(daysRemaining: number): string {
  if (daysRemaining < 0) return `Expired ${days(-daysRemaining)} ago`
  return daysRemaining === 0 ? due.today : `Expires in ${days(daysRemaining)}`
}

/** Returns the time that an inspection has been waiting, in words. */
export function overdueText(daysOverdue: number): string {
  return `${days(daysOverdue)} overdue`
}

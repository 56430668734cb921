import { count } from './format'

/** The words for what is due, shared by every screen that says so. Days are those of the server, in Europe/London. */
export const due = {
  today: 'Expires today',
  callTenant: 'Call Tenant',
  noTenant: 'No active tenant to call',
} as const

const days = (number: number) => count(number, 'day', 'days')

/** How far a certificate's expiry is: the day itself still counts as valid. */
export function expiryText(daysRemaining: number): string {
  if (daysRemaining < 0) return `Expired ${days(-daysRemaining)} ago`
  return daysRemaining === 0 ? due.today : `Expires in ${days(daysRemaining)}`
}

/** How long an inspection has been waiting. */
export function overdueText(daysOverdue: number): string {
  return `${days(daysOverdue)} overdue`
}

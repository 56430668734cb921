import { count } from '@/lib/format'

/** The texts of rent and tenancies. */
export const lettings = {
  arrears: 'Rent arrears',
  noArrears: 'Nobody owes rent.',
  owed: (amount: string) => `${amount} owed`,
  by: (tenants: string) => `by ${tenants}.`,
  thisMonth: (received: string, due: string) => `${received} received of ${due} due so far this month.`,
  room: (room: string, property: string) => `Room ${room}, ${property}`,
  deadlines: 'Tenancy deadlines',
  deadlinesText: 'Within 60 days, or late',
  kinds: { depositProtection: 'Protect the deposit', depositInformation: 'Tell the tenants of the deposit', rightToRent: 'Check the right to rent again', informationSheet: 'Give the Information Sheet', writtenStatement: 'Give the written statement', petAnswer: 'Answer the request for a pet', holdingDepositAgreement: 'Agree with the applicant, or pay the holding deposit back', holdingDepositReturn: 'Pay the holding deposit back' },
  andOthers: (others: number) => `and ${count(others, 'other tenancy', 'other tenancies')}`,
  due: (day: string, days: number) => `${day}, ${days === 0 ? 'today' : days < 0 ? `${count(-days, 'day', 'days')} late` : `in ${count(days, 'day', 'days')}`}`,
} as const

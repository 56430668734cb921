import type { JobBody } from '@/api/jobs'
import { amountFault } from '@/lib/amountFault'
import { isBlankDay, readDay, type TypedDay } from '@/lib/civilDate'
import { parseMoney, toAmount } from '@/lib/money'
import { isTime } from '@/lib/typedDate'
import type { Mistakes } from '@/ui/form/rules'
import { costForm, visitForm } from '../form.messages'

/** A job, as it is typed. */
export interface JobValues {
  date: TypedDay
  start: string
  end: string
  limit: string
  access: string
  keyCode: string
  tenantContact: boolean
  agreed: boolean
}

export const jobOrder = ['date', 'start', 'end', 'limit', 'access', 'keyCode', 'agreed'] as const

/** Returns the mistakes in a job: the day may be left out. */
export function jobMistakes({ date, start, end, limit }: JobValues): Mistakes<JobValues> {
  const hasDay = !isBlankDay(date)
  const minor = limit.trim() === '' ? undefined : parseMoney(limit)
  return {
    ...(hasDay && readDay(date) === null && { date: visitForm.dateRequired }),
    ...(hasDay && !isTime(start) && { start: visitForm.timeRequired }),
    ...(hasDay && (isTime(end) ? isTime(start) && end <= start && { end: visitForm.endBeforeStart } : { end: visitForm.timeRequired })),
    ...(minor === null && { limit: amountFault(limit, costForm.amountInvalid) }),
    ...(typeof minor === 'bigint' && minor <= 0n && { limit: costForm.amountPositive }),
  }
}

/** Returns the body of a job. */
export function jobBody({ date, start, end, limit, access, keyCode, tenantContact, agreed }: JobValues): JobBody {
  const day = readDay(date)
  const minor = limit.trim() === '' ? null : parseMoney(limit)
  return {
    ...(day !== null && { jobDate: day, startTime: start, endTime: end }),
    ...(minor !== null && { costLimit: toAmount(minor) }),
    ...(access.trim() !== '' && { access: access.trim() }),
    ...(keyCode.trim() !== '' && { keyCode: keyCode.trim() }),
    tenantContact,
    tenantAgreed: agreed,
  }
}

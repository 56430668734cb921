import type { ContractorJob, JobReportBody, JobTime, JobTimeBody, Work } from '@/api/jobs'
import { amountFault } from '@/lib/amountFault'
import { isBlankDay, londonDay, noDay, readDay, type TypedDay } from '@/lib/civilDate'
import { hasLength } from '@/lib/contactRules'
import { clockText } from '@/lib/instant'
import { parseMoney, toAmount } from '@/lib/money'
import { publicFormat } from '@/lib/publicFormat'
import { isTime } from '@/lib/typedDate'
import type { Mistakes } from '@/ui/form/rules'
import { job as texts } from './messages'

/** A time as people read it: `Saturday 21 November 2026, 09:30 to 11:30`. */
export const timeText = ({ jobDate, startTime, endTime }: JobTime): string => texts.time(publicFormat.fullDate(jobDate), startTime, endTime)

/** An instant as people read it: `21:00 today`, or with its day. */
export function momentText(instant: string, now: Date): string {
  const at = new Date(instant)
  const time = clockText(at)
  return londonDay(at) === londonDay(now) ? texts.today(time) : `${time} on ${publicFormat.longDate(londonDay(at))}`
}

/** A time, as it is typed. */
export interface TimeValues {
  date: TypedDay
  start: string
  end: string
  message: string
}

export const newTime: TimeValues = { date: noDay, start: '09:00', end: '11:00', message: '' }
export const timeOrder = ['date', 'start', 'end', 'message'] as const

/** Returns the mistakes in a time; days and times are London's. */
export function timeMistakes({ date, start, end }: Pick<TimeValues, 'date' | 'start' | 'end'>, now: Date): Mistakes<Pick<TimeValues, 'date' | 'start' | 'end'>> {
  const day = readDay(date)
  const isPast = day !== null && isTime(start) && `${day} ${start}` <= `${londonDay(now)} ${clockText(now)}`
  return {
    ...(day === null && { date: texts.dateRequired }),
    ...(isTime(start) ? isPast && { start: texts.past } : { start: texts.timeRequired }),
    ...(isTime(end) ? isTime(start) && end <= start && { end: texts.endBeforeStart } : { end: texts.timeRequired }),
  }
}

/** Returns the body of a time. */
export const timeBody = ({ date, start, end, message }: TimeValues): JobTimeBody => ({ jobDate: readDay(date) ?? '', startTime: start, endTime: end, message: message.trim() || null })

/** The work, as it is typed when it is over. */
export interface ReportValues {
  report: string
  total: string
  number: string
  finished: 'yes' | 'no'
  date: TypedDay
  start: string
  end: string
}

export const newReport: ReportValues = { report: '', total: '', number: '', finished: 'yes', date: noDay, start: '09:00', end: '11:00' }
export const reportOrder = ['report', 'total', 'number', 'date', 'start', 'end'] as const

const comesAgain = ({ finished, date }: Pick<ReportValues, 'finished' | 'date'>): boolean => finished === 'no' && !isBlankDay(date)

/** Returns the mistakes in a report: a day to come again may be left out. */
export function reportMistakes(values: ReportValues, now: Date): Mistakes<ReportValues> {
  const minor = values.total.trim() === '' ? undefined : parseMoney(values.total)
  return {
    ...(!hasLength(values.report, 1) && { report: texts.reportRequired }),
    ...(minor === null && { total: amountFault(values.total, texts.amountInvalid) }),
    ...(typeof minor === 'bigint' && minor <= 0n && { total: texts.amountPositive }),
    ...(comesAgain(values) && timeMistakes(values, now)),
  }
}

/** Returns the body of a report. */
export function reportBody(values: ReportValues): JobReportBody {
  const { report, total, number, finished, date, start, end } = values
  const minor = total.trim() === '' ? null : parseMoney(total)
  return {
    report: report.trim(),
    finished: finished === 'yes',
    ...(minor !== null && { invoiceTotal: toAmount(minor) }),
    ...(number.trim() !== '' && { invoiceNumber: number.trim() }),
    ...(comesAgain(values) && { jobDate: readDay(date) ?? '', startTime: start, endTime: end }),
  }
}

const controls: Record<string, string> = { jobDate: 'date', startTime: 'start', endTime: 'end', invoiceTotal: 'total', invoiceNumber: 'number' }

/** Returns the control that a mistake of the server belongs to. */
export const controlOf = <Name extends string>(order: readonly Name[], serverField: string): Name | undefined => order.find((name) => name === (controls[serverField] ?? serverField))

/** The photos of the problem, and what the contractor added. */
export function splitFiles({ files }: Pick<Work, 'files'>) {
  return {
    problem: files.filter(({ kind }) => kind === 'photo'),
    work: files.filter(({ kind }) => kind === 'before' || kind === 'after'),
    invoices: files.filter(({ kind }) => kind === 'invoice'),
  }
}

/** Returns whether the contractor may say what was done: a time is agreed. */
export const isAgreed = ({ state, work }: Pick<ContractorJob, 'state' | 'work'>): boolean => (state === 'accepted' || state === 'proposed') && work !== null && work.agreedTime !== null

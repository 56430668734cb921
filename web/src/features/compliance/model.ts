import type { Certificate, Inspection } from '@/api/compliance'
import type { Schema } from '@/api/client'
import type { Nation } from '@/api/nations'
import { isBlankDay, noDay, readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { isTime } from '@/lib/typedDate'
import type { Mistakes } from '@/ui/form/rules'
import { certificateForm, compliance, inspectionForm } from './messages'

export type CertificateType = Schema<'CertificateType'>
/** A type that is offered, with its usual validity. */
export type CertificateTypeInfo = Schema<'CertificateTypeInfo'>

export const certificateStates = Object.keys(compliance.certificateStates) as Certificate['state'][]
export const inspectionStates = Object.keys(compliance.inspectionStates) as (keyof typeof compliance.inspectionStates)[]
/** The views of the list of inspections; those that are to be done come unless asked otherwise, the overdue ones first. */
export const openViews = ['Overdue', 'Upcoming', 'Cancelled'] as const

/** The options of an inspection's settings (docs/reference/screens/settings.md S1 9). */
export const frequencies = [3, 6, 12] as const
export const reminders = [7, 14, 30] as const

/** The largest file that the server takes, in bytes. */
export const largestFile = 10 * 1024 * 1024
export const mostPhotos = 20

/** A property as it is chosen: by its id, and the words it is known by. */
export interface ChosenProperty {
  id: number | null
  label: string
}

/** The form of a certificate as it is typed. */
export interface CertificateValues {
  property: ChosenProperty
  certificateType: CertificateType | ''
  issueDate: TypedDay
  expiryDate: TypedDay
  certificateUrl: string
  notes: string
}

/** The task of the form: a new certificate, a change, or the one that follows. */
export type CertificateTask =
  | { kind: 'add'; property: ChosenProperty; certificateType?: CertificateType }
  | { kind: 'edit' | 'renew'; certificate: Certificate }

/** The form as it opens. A renewal starts with nothing but what is renewed. */
export function certificateValues(task: CertificateTask): CertificateValues {
  const blank = { issueDate: noDay, expiryDate: noDay, certificateUrl: '', notes: '' }
  if (task.kind === 'add') return { ...blank, property: task.property, certificateType: task.certificateType ?? '' }
  const { propertyId, propertyName, certificateType, issueDate, expiryDate, certificateUrl, notes } = task.certificate
  const known = { property: { id: propertyId, label: propertyName }, certificateType }
  if (task.kind === 'renew') return { ...blank, ...known }
  return { ...known, issueDate: typeDay(issueDate), expiryDate: typeDay(expiryDate), certificateUrl: certificateUrl ?? '', notes: notes ?? '' }
}

/** Returns for how many months a type is usually valid in a nation; null where nothing is usual. */
export function usualMonthsOf(types: readonly CertificateTypeInfo[], type: CertificateType | '', nation: Nation | null): number | null {
  const info = types.find(({ certificateType }) => certificateType === type)
  const there = info?.elsewhere.find((one) => one.nation === nation)
  return (there ?? info)?.usualValidityMonths ?? null
}

/** Returns the mistakes in a certificate; `usualMonths` is the usual validity of its type, null where nothing is usual. */
export function certificateMistakes(values: CertificateValues, kind: CertificateTask['kind'], usualMonths: number | null): Mistakes<CertificateValues> {
  const { issueDate, expiryDate } = values
  const mistakes: Mistakes<CertificateValues> = {}
  if (values.property.id === null) mistakes.property = certificateForm.propertyRequired
  if (values.certificateType === '') mistakes.certificateType = certificateForm.typeRequired
  const [issued, expires] = [readDay(issueDate), readDay(expiryDate)]
  const canFollow = kind !== 'edit' && usualMonths !== null && issued !== null
  if (isBlankDay(issueDate) && kind === 'renew') mistakes.issueDate = certificateForm.issueRequired
  if (!isBlankDay(issueDate) && issued === null) mistakes.issueDate = certificateForm.dateInvalid
  if (isBlankDay(expiryDate) && !canFollow) mistakes.expiryDate = certificateForm.expiryRequired
  if (!isBlankDay(expiryDate) && expires === null) mistakes.expiryDate = certificateForm.dateInvalid
  if (issued !== null && expires !== null && expires < issued) mistakes.expiryDate = certificateForm.expiryBeforeIssue
  return mistakes
}

/** Returns the body of a certificate: days or null, texts or null. */
export function certificateBody({ issueDate, expiryDate, certificateUrl, notes }: CertificateValues) {
  return {
    issueDate: readDay(issueDate),
    expiryDate: readDay(expiryDate),
    certificateUrl: certificateUrl || null,
    notes: notes.trim() || null,
  }
}

/** The form of an inspection's time as it is typed. */
export interface InspectionValues {
  property: ChosenProperty
  date: TypedDay
  time: string
  notes: string
}

/** Returns the mistakes in an inspection's day and time. */
export function inspectionMistakes({ property, date, time }: InspectionValues): Mistakes<InspectionValues> {
  return {
    ...(property.id === null && { property: certificateForm.propertyRequired }),
    ...bookingMistakes({ date, time }),
  }
}

/** Returns the mistakes in a day and a time. */
export function bookingMistakes({ date, time }: { date: TypedDay; time: string }): { date?: string; time?: string } {
  return {
    ...(readDay(date) === null && { date: inspectionForm.dateRequired }),
    ...(!isTime(time) && { time: inspectionForm.timeRequired }),
  }
}

/** Returns the name of an inspection in a dialog's question. */
export const nameOfInspection = ({ propertyName }: Pick<Inspection, 'propertyName'>, when: string) => `${propertyName}, ${when}`

import type { MaintenanceBody, MaintenanceRequest } from '@/api/maintenance'
import { isBlankDay, readDay, type TypedDay } from '@/lib/civilDate'
import { hasLength } from '@/lib/contactRules'
import type { Category, Priority } from '@/lib/maintenance'
import { amountFault } from '@/lib/amountFault'
import { parseMoney, toAmount } from '@/lib/money'
import { isTime } from '@/lib/typedDate'
import type { Picked } from '@/ui/form/Picker'
import type { Mistakes } from '@/ui/form/rules'
import { costForm, form, report, visitForm } from '../form.messages'
import { urgencyBody, type Answer } from './urgency'

/** A request of the landlord's, as it is typed. */
export interface RequestValues {
  property: Picked
  room: string
  category: Category | ''
  title: string
  description: string
  priority: Priority
  emergency: boolean
  photos: File[]
}

/** A request as the form opens. */
export const newRequest = (property: Picked): RequestValues => ({ property, room: '', category: '', title: '', description: '', priority: 'Medium', emergency: false, photos: [] })

/** The form's controls from top to bottom. */
export const requestOrder = ['property', 'room', 'category', 'title', 'description', 'priority'] as const

type Problem = Pick<RequestValues, 'category' | 'title' | 'description'>

const problemMistakes = ({ category, title, description }: Problem): Mistakes<Problem> => ({
  ...(category === '' && { category: form.categoryRequired }),
  ...(!hasLength(title, 3) && { title: form.titleShort }),
  ...(!hasLength(description, 1) && { description: form.descriptionRequired }),
})

/** Returns the mistakes in a request. */
export const requestMistakes = (values: RequestValues): Mistakes<RequestValues> => ({ ...(values.property.id === null && { property: form.propertyRequired }), ...problemMistakes(values) })

/** Returns the body of a request; its photos follow. An emergency is always High. */
export const requestBody = ({ property, room, category, title, description, priority, emergency }: RequestValues): MaintenanceBody => ({
  propertyId: property.id ?? 0,
  roomNumber: room || null,
  title: title.trim(),
  description: description.trim(),
  category: category === '' ? 'Other' : category,
  priority: emergency ? 'High' : priority,
  emergency,
})

/** A tenant's report, as it is typed. */
export interface ReportValues {
  category: Category | ''
  title: string
  description: string
  entry: 'yes' | 'no' | ''
  /** Answers to the questions of urgency. */
  heating: Answer
  water: Answer
  risk: Answer
  photos: File[]
}

export const newReport: ReportValues = { category: '', title: '', description: '', entry: '', heating: '', water: '', risk: '', photos: [] }
export const reportOrder = ['category', 'title', 'description', 'entry'] as const

/** Returns the mistakes in a report. */
export const reportMistakes = (values: ReportValues): Mistakes<ReportValues> => ({ ...problemMistakes(values), ...(values.entry === '' && { entry: report.entryRequired }) })

/** Returns the body of a report: the home is the tenant's own. */
export const reportBody = (values: ReportValues): MaintenanceBody => ({
  title: values.title.trim(),
  description: values.description.trim(),
  category: values.category === '' ? 'Other' : values.category,
  entryPermitted: values.entry === 'yes',
  ...urgencyBody(values),
})

/** Returns the mistake in an amount that has to be above 0; `required` where it may not be left out. */
function amountMistake(text: string, required: string | undefined): string | undefined {
  if (text.trim() === '') return required
  const minor = parseMoney(text)
  if (minor === null) return amountFault(text, costForm.amountInvalid)
  return minor > 0n ? undefined : costForm.amountPositive
}

/** A line of cost, as it is typed. */
export interface CostValues {
  description: string
  amount: string
  date: TypedDay
  invoice: string
}

export const costOrder = ['description', 'amount', 'date', 'invoice'] as const

/** Returns the mistakes in a line of cost. */
export function costMistakes({ description, amount, date }: CostValues): Mistakes<CostValues> {
  const wrong = amountMistake(amount, costForm.amountRequired)
  return {
    ...(!hasLength(description, 1) && { description: costForm.descriptionRequired }),
    ...(wrong !== undefined && { amount: wrong }),
    ...(readDay(date) === null && { date: costForm.dateInvalid }),
  }
}

/** Returns the body of a line of cost. */
export const costBody = ({ description, amount, date, invoice }: CostValues) => ({
  description: description.trim(),
  amount: toAmount(parseMoney(amount) ?? 0n),
  date: readDay(date) ?? '',
  ...(invoice !== '' && { attachmentId: Number(invoice) }),
})

/** The fields of a completion: all of them can be left out. */
export interface CompletionValues {
  description: string
  amount: string
  date: TypedDay
  photos: File[]
}

/** Returns the initial values: what the contractor said of the work. */
export function completionOf({ job }: Pick<MaintenanceRequest, 'job'>, date: TypedDay): CompletionValues {
  const isDone = job?.state === 'done' && job.invoiceTotal !== null
  const named = isDone ? [job.contractorName, job.invoiceNumber].filter((part) => part !== null).join(', ') : ''
  return { description: named, amount: isDone ? (job.invoiceTotal ?? '') : '', date, photos: [] }
}

export const completionOrder = ['description', 'amount', 'date'] as const

/** Returns the mistakes in a completion: a cost needs its line and its day. */
export function completionMistakes({ description, amount, date }: CompletionValues): Mistakes<CompletionValues> {
  const wrong = amountMistake(amount, description.trim() === '' ? undefined : costForm.amountRequired)
  const hasCost = amount.trim() !== ''
  return {
    ...(hasCost && description.trim() === '' && { description: costForm.descriptionRequired }),
    ...(wrong !== undefined && { amount: wrong }),
    ...((hasCost ? readDay(date) === null : !isBlankDay(date) && readDay(date) === null) && { date: costForm.dateInvalid }),
  }
}

/** The cost that completing adds; `null` for none. */
export const completionCost = ({ description, amount, date }: CompletionValues) => (amount.trim() === '' ? null : costBody({ description, amount, date, invoice: '' }))

/** A visit, as it is typed. */
export interface VisitValues {
  date: TypedDay
  start: string
  end: string
  notes: string
  agreed: boolean
}

export const visitOrder = ['date', 'start', 'end', 'notes', 'agreed'] as const

/** Returns the mistakes in a visit. */
export const visitMistakes = ({ date, start, end }: VisitValues): Mistakes<VisitValues> => ({
  ...(readDay(date) === null && { date: visitForm.dateRequired }),
  ...(!isTime(start) && { start: visitForm.timeRequired }),
  ...(isTime(end) ? isTime(start) && end <= start && { end: visitForm.endBeforeStart } : { end: visitForm.timeRequired }),
})

/** Returns the body of a visit. */
export const visitBody = ({ date, start, end, notes, agreed }: VisitValues) => ({
  visitDate: readDay(date) ?? '',
  startTime: start,
  endTime: end,
  notes: notes.trim() || null,
  tenantAgreed: agreed,
})

const controls: Record<string, string> = {
  propertyId: 'property',
  roomNumber: 'room',
  entryPermitted: 'entry',
  visitDate: 'date',
  startTime: 'start',
  endTime: 'end',
  tenantAgreed: 'agreed',
  attachmentId: 'invoice',
  costDate: 'date',
  jobDate: 'date',
  costLimit: 'limit',
}

/** Returns the control that a mistake of the server belongs to. */
export const controlOf = <Name extends string>(order: readonly Name[], serverField: string): Name | undefined => order.find((name) => name === (controls[serverField] ?? serverField))

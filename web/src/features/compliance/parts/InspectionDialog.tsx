import { Controller, useForm } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import type { Inspection } from '@/api/compliance'
import { userMessage } from '@/api/errors'
import { noDay, readDay, typeDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { TextArea } from '@/ui/form/TextArea'
import { TimeInput } from '@/ui/form/TimeInput'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { compliance, inspectionForm } from '../messages'
import { inspectionMistakes, type ChosenProperty, type InspectionValues } from '../model'
import { useAddInspection, useRescheduleInspection } from '../queries'
import { PropertyPicker } from './PropertyPicker'

const order = ['property', 'date', 'time', 'notes'] as const

/** A new inspection of a property, or another day for one. */
export type InspectionTask = { kind: 'add'; property: ChosenProperty } | { kind: 'reschedule'; inspection: Inspection }

function valuesOf(task: InspectionTask): InspectionValues {
  if (task.kind === 'add') return { property: task.property, date: noDay, time: '10:00', notes: '' }
  const { propertyId, propertyName, inspectionDate, inspectionTime, notes } = task.inspection
  return { property: { id: propertyId, label: propertyName }, date: typeDay(inspectionDate), time: inspectionTime, notes: notes ?? '' }
}

/** Schedules or reschedules an inspection. */
export function InspectionDialog({ task, onClose }: { task: InspectionTask; onClose: () => void }) {
  const format = useFormatter()
  const form = useForm<InspectionValues>({ defaultValues: valuesOf(task), resolver: resolverOf(inspectionMistakes), shouldFocusError: false })
  const { register, control, formState, getValues, trigger } = form
  const [add, reschedule] = [useAddInspection(), useRescheduleInspection()]
  const isNew = task.kind === 'add'

  const submit = ({ property, date, time, notes }: InspectionValues) => {
    const inspectionDate = readDay(date)
    if (property.id === null || inspectionDate === null) return
    const body = { inspectionDate, inspectionTime: time, notes: notes.trim() || null }
    const ending = {
      onSuccess: () => {
        toasts.success(inspectionForm.scheduled, compliance.of(property.label, compliance.on(format.longDate(inspectionDate), time)))
        onClose()
      },
      onError: (error: unknown) => toasts.failure(common.error, userMessage(error, inspectionForm.failedText)),
    }
    if (isNew) add.mutate({ ...body, propertyId: property.id }, ending)
    else reschedule.mutate({ row: task.inspection, body }, ending)
  }
  const messageOf = (name: keyof InspectionValues) => formState.errors[name]?.message
  const asksProperty = isNew && task.property.id === null
  return (
    <FormDialog
      form={form}
      title={isNew ? inspectionForm.add : inspectionForm.rescheduleTitle}
      subject={asksProperty ? undefined : getValues('property').label}
      submit={isNew ? inspectionForm.schedule : inspectionForm.reschedule}
      order={order}
      isPending={add.isPending || reschedule.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {asksProperty && (
        <Controller
          control={control}
          name="property"
          render={({ field }) => (
            <Field label={compliance.property} hint={compliance.propertyHint} error={messageOf('property')}>
              {(props) => <PropertyPicker control={props} name="property" value={field.value} onChange={field.onChange} />}
            </Field>
          )}
        />
      )}
      <DateParts legend={inspectionForm.date} order={format.dateOrder} isOptional={false} error={messageOf('date')} register={(part) => register(`date.${part}`, { onChange: () => void (formState.isSubmitted && trigger('date')) })} />
      <Field label={inspectionForm.time} error={messageOf('time')}>
        {(props) => <TimeInput {...props} {...register('time')} />}
      </Field>
      <Field label={inspectionForm.notes} isOptional error={messageOf('notes')}>
        {(props) => <TextArea {...props} {...register('notes')} maxLength={4000} />}
      </Field>
    </FormDialog>
  )
}

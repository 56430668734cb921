import { useFormContext } from 'react-hook-form'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { Pair } from '@/ui/form/Pair'
import { TimeInput } from '@/ui/form/TimeInput'
import type { Formatter } from '@/lib/format'
import { job as texts } from '../messages'
import type { TimeValues } from '../model'

/** Day, from and to of a form. */
export function TimeFields({ order, isOptional }: { order: Formatter['dateOrder']; isOptional: boolean }) {
  const { register, formState } = useFormContext<Pick<TimeValues, 'date' | 'start' | 'end'>>()
  const { errors } = formState
  return (
    <>
      <DateParts legend={texts.date} order={order} isOptional={isOptional} error={errors.date?.message} register={(part) => register(`date.${part}`)} />
      <Pair>
        <Field label={texts.from} error={errors.start?.message}>
          {(control) => <TimeInput {...control} {...register('start')} />}
        </Field>
        <Field label={texts.to} error={errors.end?.message}>
          {(control) => <TimeInput {...control} {...register('end')} />}
        </Field>
      </Pair>
    </>
  )
}

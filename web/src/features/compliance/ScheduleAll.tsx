import { styled } from '@mui/material/styles'
import { useForm } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { shortCause, userMessage } from '@/api/errors'
import { noDay, readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { overdueText } from '@/lib/compliance'
import { common } from '@/lib/messages'
import { color, type } from '@/theme/tokens'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { TimeInput } from '@/ui/form/TimeInput'
import { FormDialog } from '@/ui/FormDialog'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { scheduleAll } from './messages'
import { bookingMistakes } from './model'
import { useProposals, useSchedule } from './queries'

const Text = styled('p')({ ...type.body, color: color.muted })
const Row = styled('li')({ padding: '14px 0', '& + &': { borderTop: `1px solid ${color.line}` } })
const Name = styled('h3')({ ...type.body, fontWeight: 580, overflowWrap: 'anywhere' })
const Late = styled('p')({ ...type.small, color: color.danger, marginBottom: 10 })
const When = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '12px 20px' })

interface Values {
  bookings: { date: TypedDay; time: string }[]
}

function mistakesOf({ bookings }: Values): Mistakes<Values> {
  return Object.fromEntries(
    bookings.flatMap((booking, index) => Object.entries(bookingMistakes(booking)).map(([name, text]) => [`bookings.${String(index)}.${name}`, text])),
  )
}

/** Books every overdue inspection at once: the days and times that the server proposes, or others. */
export function Component({ onClose }: { onClose: () => void }) {
  const format = useFormatter()
  const { data, error, refetch } = useProposals()
  const form = useForm<Values>({
    defaultValues: { bookings: [] },
    // Typed values are kept when the proposals change.
    values: data && { bookings: data.map(({ inspectionDate, inspectionTime }) => ({ date: typeDay(inspectionDate), time: inspectionTime })) },
    resetOptions: { keepDirtyValues: true },
    resolver: resolverOf(mistakesOf),
  })
  const { register, formState, trigger } = form
  const { mutate, isPending } = useSchedule()
  const hasSome = data !== undefined && data.length > 0
  const submit = ({ bookings }: Values) => {
    const chosen = (data ?? []).map(({ inspection }, index) => ({
      inspectionId: inspection.id,
      inspectionDate: readDay(bookings[index]?.date ?? noDay) ?? '',
      inspectionTime: bookings[index]?.time ?? '',
    }))
    mutate(
      { bookings: chosen },
      {
        onSuccess: () => {
          toasts.success(scheduleAll.done, scheduleAll.doneText(chosen.length))
          onClose()
        },
        onError: (failure) => toasts.failure(common.error, userMessage(failure, scheduleAll.failedText)),
      },
    )
  }
  return (
    <FormDialog
      form={form}
      title={scheduleAll.title}
      submit={hasSome ? scheduleAll.submit(data.length) : common.close}
      isPending={isPending}
      onSubmit={hasSome ? submit : onClose}
      onClose={onClose}
    >
      {data === undefined && error !== null && <LoadFailed what={scheduleAll.proposals} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton width="70%" height={20} />}
      {data?.length === 0 && <p>{scheduleAll.none}</p>}
      {hasSome && <Text>{scheduleAll.text}</Text>}
      <ul>
        {data?.map(({ inspection }, index) => {
          const mistakes = formState.errors.bookings?.[index]
          return (
            <Row key={inspection.id}>
              <Name>{inspection.propertyName}</Name>
              <Late>{overdueText(inspection.daysOverdue ?? 0)}</Late>
              <When>
                <DateParts
                  legend={scheduleAll.date(inspection.propertyName)}
                  order={format.dateOrder}
                  isOptional={false}
                  error={mistakes?.date?.message}
                  register={(part) => register(`bookings.${index}.date.${part}`, { onChange: () => void (formState.isSubmitted && trigger(`bookings.${index}.date`)) })}
                />
                <Field label={scheduleAll.time(inspection.propertyName)} error={mistakes?.time?.message}>
                  {(props) => <TimeInput {...props} {...register(`bookings.${index}.time`)} />}
                </Field>
              </When>
            </Row>
          )
        })}
      </ul>
    </FormDialog>
  )
}

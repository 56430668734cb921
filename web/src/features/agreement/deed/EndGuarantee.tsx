import { useForm } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import type { GuaranteeDeed } from '@/api/agreements'
import { fieldErrors, userMessage } from '@/api/errors'
import { readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { useEndGuarantee } from '../queries'
import { deeds as texts } from './messages'

interface EndValues {
  reason: keyof typeof texts.reasons
  lastDay: TypedDay
}

/** Records when a guarantee ends and why. */
export function EndGuarantee({ applicationId, deed, name, onClose }: { applicationId: number; deed: GuaranteeDeed; name: string; onClose: () => void }) {
  const format = useFormatter()
  const form = useForm<EndValues>({ defaultValues: { reason: 'notice', lastDay: typeDay(null) } })
  const { register, formState, setError } = form
  const end = useEndGuarantee(applicationId, deed.id)
  const submit = ({ reason, lastDay }: EndValues) => {
    const day = readDay(lastDay)
    if (day === null) {
      setError('lastDay', { message: texts.lastDayWrong })
      return
    }
    end.mutate({ reason, endDate: day }, {
      onSuccess: () => {
        toasts.success(texts.ended, texts.endedText(name))
        onClose()
      },
      onError: (error) => {
        const { endDate } = fieldErrors(error)
        if (endDate !== undefined) setError('lastDay', { type: 'server', message: endDate })
        toasts.failure(texts.endFailed, userMessage(error, texts.endFailed))
      },
    })
  }
  return (
    <FormDialog form={form} title={texts.endTitle} subject={texts.endText(name)} submit={texts.end} isDanger isPending={end.isPending} onSubmit={submit} onClose={onClose}>
      <Field label={texts.reason}>
        {(control) => (
          <Select {...control} {...register('reason')}>
            {Object.entries(texts.reasons).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DateParts legend={texts.lastDay} hint={texts.lastDayHint} order={format.dateOrder} isOptional={false} error={formState.errors.lastDay?.message} register={(part) => register(`lastDay.${part}`)} />
    </FormDialog>
  )
}

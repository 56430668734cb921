import { useForm } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import type { OwedPaper } from '@/api/duties'
import { fieldErrors, userMessage } from '@/api/errors'
import type { Tenant } from '@/api/tenants'
import { londonDay, readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { DateParts } from '@/ui/form/DateParts'
import { Hint } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { placeOf } from '../parts/facts'
import { dayMistake } from '../rent/amount'
import { papers as texts } from './messages'
import { useRecordPaper } from './queries'

interface PaperValues {
  deliveryDate: TypedDay
}

const order = ['deliveryDate'] as const

function paperMistakes({ deliveryDate }: PaperValues): Mistakes<PaperValues> {
  const wrong = dayMistake(deliveryDate)
  return wrong === undefined ? {} : { deliveryDate: wrong }
}

/** Records on which day a paper was given to the tenants. */
export function PaperDialog({ tenant, owed, onClose }: { tenant: Tenant; owed: OwedPaper; onClose: () => void }) {
  const format = useFormatter()
  const { paper, deliveryDate } = owed
  const form = useForm<PaperValues>({
    defaultValues: { deliveryDate: typeDay(deliveryDate ?? londonDay(new Date())) },
    resolver: resolverOf(paperMistakes),
    shouldFocusError: false,
  })
  useRecheck(form)
  const { mutate, isPending } = useRecordPaper(tenant.id)
  const submit = (values: PaperValues) =>
    mutate(
      { paper, deliveryDate: readDay(values.deliveryDate) ?? '' },
      {
        onSuccess: () => {
          toasts.success(texts.saved, texts.savedText[paper])
          onClose()
        },
        onError: (error) => {
          const said = fieldErrors(error)
          if (said.deliveryDate !== undefined) form.setError('deliveryDate', { type: 'server', message: said.deliveryDate })
          toasts.failure(common.error, userMessage(error, texts.failed))
        },
      },
    )
  return (
    <FormDialog
      form={form}
      title={deliveryDate === null ? texts.record[paper] : texts.change[paper]}
      subject={`${tenant.name}, ${placeOf(tenant)}`}
      submit={texts.save}
      order={order}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Hint>{texts.hint[paper]}</Hint>
      <DateParts
        legend={texts.deliveryDate}
        order={format.dateOrder}
        isOptional={false}
        error={form.formState.errors.deliveryDate?.message}
        register={(part) => form.register(`deliveryDate.${part}`)}
      />
    </FormDialog>
  )
}

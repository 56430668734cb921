import { useForm, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import type { Application } from '@/api/applications'
import { fieldErrors, userMessage } from '@/api/errors'
import type { HoldingDeposit } from '@/api/holdingDeposits'
import { homeName } from '@/lib/applications'
import { londonDay } from '@/lib/civilDate'
import { typographic } from '@/lib/format'
import { common } from '@/lib/messages'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { TextArea } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field, Hint } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { resolverOf } from '@/ui/form/rules'
import { useAmount } from '@/ui/form/useAmount'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { holding as texts } from './messages'
import { useRecordHolding } from './queries'
import { bodyOf, holdingMistakes, order, valuesOf, type HoldingValues } from './values'

/** Records a holding deposit: how much, when it came, and what became of it. */
export function HoldingDialog({ application, held, onClose }: { application: Application; held: HoldingDeposit; onClose: () => void }) {
  const format = useFormatter()
  const form = useForm<HoldingValues>({
    defaultValues: valuesOf(held, londonDay(new Date())),
    resolver: resolverOf(holdingMistakes),
    shouldFocusError: false,
  })
  const { register, formState } = form
  const { errors } = formState
  useRecheck(form)
  const { mutate, isPending } = useRecordHolding(application.id)
  const submit = (values: HoldingValues) => {
    const body = bodyOf(values)
    mutate(body, {
      onSuccess: () => {
        toasts.success(texts.saved, texts.savedText(format.moneyExact(body.amount)))
        onClose()
      },
      onError: (error) => {
        const said = fieldErrors(error)
        for (const name of order) if (said[name] !== undefined) form.setError(name, { type: 'server', message: said[name] })
        toasts.failure(common.error, userMessage(error, texts.failed))
      },
    })
  }
  const outcome = useWatch({ control: form.control, name: 'outcome' })
  const day = (name: 'receivedDate' | 'agreeByDate' | 'outcomeDate', hint?: string) => (
    <DateParts legend={texts[name]} hint={hint} order={format.dateOrder} isOptional={name === 'agreeByDate'} error={errors[name]?.message} register={(part) => register(`${name}.${part}`)} />
  )
  return (
    <FormDialog
      form={form}
      title={held.amount === null ? texts.record : texts.change}
      subject={`${application.tenantName}, ${homeName(application)}`}
      submit={texts.save}
      order={order}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {held.rule !== null && <Hint>{typographic(held.rule)}.</Hint>}
      <Amount />
      {day('receivedDate')}
      {day('agreeByDate', texts.agreeByHint)}
      <Field label={texts.outcome} error={errors.outcome?.message}>
        {(field) => <ChoiceSelect {...field} {...register('outcome')} names={texts.outcomes} placeholder={texts.held} />}
      </Field>
      {outcome !== '' && (
        <>
          {day('outcomeDate')}
          <Field label={texts.reason} hint={outcome === 'kept' ? texts.reasonHint : undefined} isOptional={outcome !== 'kept'} error={errors.reason?.message}>
            {(field) => <TextArea {...field} {...register('reason')} maxLength={1000} />}
          </Field>
        </>
      )}
    </FormDialog>
  )
}

function Amount() {
  const { control, error } = useAmount<HoldingValues>('amount')
  const { currencySign } = useFormatter()
  return (
    <Field label={texts.amount} error={error}>
      {(field) => <MoneyInput {...field} {...control} currencySign={currencySign} />}
    </Field>
  )
}

import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import type { Deposit, DepositBody, DepositScheme } from '@/api/deposits'
import { fieldErrors, userMessage } from '@/api/errors'
import { useActMail } from '@/api/tenantMails'
import type { Tenant } from '@/api/tenants'
import { readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { parseMoney, toAmount } from '@/lib/money'
import { chosenEmails, EmailTenant } from '@/ui/EmailTenant'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { Input } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field, Hint } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { placeOf } from '../parts/facts'
import { amountMistake, dayMistake } from '../rent/amount'
import { AmountInput } from '../rent/AmountInput'
import { receiptAbout } from '../rent/entry'
import { deposit as texts } from './messages'
import { useRecordDeposit } from './queries'

interface DepositValues {
  amount: string
  receivedDate: TypedDay
  scheme: string
  schemeReference: string
  protectedDate: TypedDay
  informationDate: TypedDay
}

const order = ['amount', 'receivedDate', 'scheme', 'schemeReference', 'protectedDate', 'informationDate'] as const
const days = ['receivedDate', 'protectedDate', 'informationDate'] as const

function depositMistakes(values: DepositValues): Mistakes<DepositValues> {
  const amount = amountMistake(values.amount)
  const wrong = days.map((name) => [name, dayMistake(values[name], true)] as const).filter(([, message]) => message !== undefined)
  return { ...(amount !== undefined && { amount }), ...Object.fromEntries(wrong) }
}

function bodyOf({ amount, scheme, schemeReference, ...typed }: DepositValues): DepositBody {
  const read = days.map((name) => [name, readDay(typed[name])] as const).filter(([, day]) => day !== null)
  return {
    amount: toAmount(parseMoney(amount) ?? 0n),
    ...(scheme !== '' && { scheme: scheme as DepositScheme }),
    ...(schemeReference.trim() !== '' && { schemeReference: schemeReference.trim() }),
    ...Object.fromEntries(read),
  }
}

/** Records when a deposit came, where it is protected, and when the tenants were told. */
export function DepositDialog({ tenant, deposit, onClose }: { tenant: Tenant; deposit: Deposit | null; onClose: () => void }) {
  const format = useFormatter()
  const form = useForm<DepositValues>({
    defaultValues: {
      amount: deposit?.amount ?? tenant.depositAmount ?? '',
      receivedDate: typeDay(deposit?.receivedDate ?? null),
      scheme: deposit?.scheme ?? '',
      schemeReference: deposit?.schemeReference ?? '',
      protectedDate: typeDay(deposit?.protectedDate ?? null),
      informationDate: typeDay(deposit?.informationDate ?? null),
    },
    resolver: resolverOf(depositMistakes),
    shouldFocusError: false,
  })
  const { control, register, formState } = form
  const { errors } = formState
  useRecheck(form)
  const about = receiptAbout(...useWatch({ control, name: ['amount', 'receivedDate'] }))
  const isTold = about.amount !== undefined
  const offered = useActMail(tenant.id, 'tenancy-changed', { change: 'deposit', ...about }, isTold).data
  const [email, setEmail] = useState<boolean | null>(null)
  const { mutate, isPending } = useRecordDeposit(tenant.id)
  const submit = (values: DepositValues) => {
    const body = { ...bodyOf(values), ...chosenEmails(email) }
    mutate(body, {
      onSuccess: () => {
        toasts.success(texts.saved, texts.savedText(format.moneyExact(body.amount ?? null)))
        onClose()
      },
      onError: (error) => {
        const said = fieldErrors(error)
        for (const name of order) if (said[name] !== undefined) form.setError(name, { type: 'server', message: said[name] })
        toasts.failure(common.error, userMessage(error, texts.failed))
      },
    })
  }
  const day = (name: (typeof days)[number]) => (
    <DateParts legend={texts[name]} order={format.dateOrder} error={errors[name]?.message} register={(part) => register(`${name}.${part}`)} />
  )
  return (
    <FormDialog
      form={form}
      title={(deposit?.receivedDate ?? null) === null ? texts.record : texts.change}
      subject={`${tenant.name}, ${placeOf(tenant)}`}
      submit={texts.save}
      order={order}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Hint>{texts.clock}</Hint>
      <AmountInput<DepositValues> name="amount" label={texts.amount} />
      {day('receivedDate')}
      <Field label={texts.scheme} error={errors.scheme?.message}>
        {(field) => <ChoiceSelect {...field} {...register('scheme')} names={texts.schemes} placeholder={texts.chooseScheme} />}
      </Field>
      <Field label={texts.reference} isOptional error={errors.schemeReference?.message}>
        {(field) => <Input {...field} {...register('schemeReference')} autoComplete="off" maxLength={60} />}
      </Field>
      {day('protectedDate')}
      {day('informationDate')}
      {isTold && <EmailTenant offered={offered} value={email} onChange={setEmail} />}
    </FormDialog>
  )
}

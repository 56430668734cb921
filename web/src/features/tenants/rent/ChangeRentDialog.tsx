import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { fieldErrors, shortCause, userMessage } from '@/api/errors'
import { useActMail } from '@/api/tenantMails'
import type { Tenant } from '@/api/tenants'
import { londonDay, noDay, readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { parseMoney, toAmount } from '@/lib/money'
import { chosenEmails, EmailTenant } from '@/ui/EmailTenant'
import { Check } from '@/ui/form/Check'
import { DateParts } from '@/ui/form/DateParts'
import { Hint } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { InfoPanel } from '@/ui/InfoPanel'
import { LoadFailed } from '@/ui/LoadFailed'
import { toasts } from '@/ui/toast/toasts'
import { placeOf } from '../parts/facts'
import { AmountInput } from './AmountInput'
import { receiptAbout } from './entry'
import { amountMistake, dayMistake } from './amount'
import { changeForm as texts } from './messages'
import { useChangeRent, useRentRise } from './queries'

interface ChangeValues {
  monthlyRent: string
  servedDate: TypedDay
  effectiveDate: TypedDay
  beforeLintel: boolean
}

const order = ['monthlyRent', 'servedDate', 'effectiveDate'] as const

function changeMistakes({ monthlyRent, servedDate, effectiveDate, beforeLintel }: ChangeValues): Mistakes<ChangeValues> {
  const amount = amountMistake(monthlyRent)
  const served = beforeLintel ? undefined : dayMistake(servedDate, true)
  const effective = dayMistake(effectiveDate)
  return { ...(amount !== undefined && { monthlyRent: amount }), ...(served !== undefined && { servedDate: served }), ...(effective !== undefined && { effectiveDate: effective }) }
}

/** Records another rent from a day on, with the earliest day that a rise can have. */
export function ChangeRentDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const format = useFormatter()
  const today = londonDay(new Date())
  const form = useForm<ChangeValues>({
    defaultValues: { monthlyRent: '', servedDate: typeDay(today), effectiveDate: noDay, beforeLintel: false },
    resolver: resolverOf(changeMistakes),
    shouldFocusError: false,
  })
  const { control, register, setValue, formState } = form
  const { errors } = formState
  useRecheck(form)
  const served = useWatch({ control, name: 'servedDate' })
  const isBefore = useWatch({ control, name: 'beforeLintel' })
  const about = receiptAbout(...useWatch({ control, name: ['monthlyRent', 'effectiveDate'] }))
  const isTold = !isBefore && about.amount !== undefined && about.date !== undefined
  const offered = useActMail(tenant.id, 'tenancy-changed', { change: 'rent', ...about }, isTold).data
  const [email, setEmail] = useState<boolean | null>(null)
  const { data: rise, error, refetch } = useRentRise(tenant.id, readDay(served))
  const earliest = rise?.earliestDate ?? null
  const earlierRise = rise?.earlierRiseDate ?? null
  const { mutate, isPending } = useChangeRent(tenant.id)
  const submit = (values: ChangeValues) => {
    const servedDate = values.beforeLintel ? null : readDay(values.servedDate)
    const effectiveDate = readDay(values.effectiveDate) ?? ''
    const monthlyRent = toAmount(parseMoney(values.monthlyRent) ?? 0n)
    mutate(
      { effectiveDate, monthlyRent, ...(servedDate !== null && { servedDate }), ...(values.beforeLintel ? { beforeLintel: true } : chosenEmails(email)) },
      {
        onSuccess: () => {
          toasts.success(texts.changed, texts.changedText(format.moneyExact(monthlyRent), format.longDate(effectiveDate)))
          onClose()
        },
        onError: (failure) => {
          const said = fieldErrors(failure)
          for (const name of order) if (said[name] !== undefined) form.setError(name, { type: 'server', message: said[name] })
          toasts.failure(common.error, userMessage(failure, texts.failed))
        },
      },
    )
  }
  return (
    <FormDialog form={form} title={texts.title} subject={`${tenant.name}, ${placeOf(tenant)}`} submit={texts.title} order={order} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <Hint>{texts.hint(format.moneyExact(rise?.monthlyRent ?? tenant.tenancyRent))}</Hint>
      {rise !== undefined && earlierRise !== null && <Hint>{texts.earlier(format.moneyExact(rise.earlierRiseRent), format.longDate(earlierRise))}</Hint>}
      <Check>
        <input type="checkbox" {...register('beforeLintel')} />
        {texts.beforeLintel}
      </Check>
      <AmountInput<ChangeValues> name="monthlyRent" label={isBefore ? texts.earlierRent : texts.rent} />
      {!isBefore && <DateParts legend={texts.served} order={format.dateOrder} hint={texts.servedHint} error={errors.servedDate?.message} register={(part) => register(`servedDate.${part}`)} />}
      {error !== null && <LoadFailed what={texts.failedProposal} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {!isBefore && rise !== undefined && earliest === null && <InfoPanel tone="neutral" title={texts.noDay} text={rise.reason} />}
      {!isBefore && rise !== undefined && earliest !== null && (
        <InfoPanel tone="info" title={texts.earliest(format.longDate(earliest))} text={[rise.reason, ...rise.notes].join('\n')}>
          <Button onClick={() => setValue('effectiveDate', typeDay(rise.effectiveDate), { shouldDirty: true, shouldValidate: formState.isSubmitted })} sx={{ marginTop: '8px' }}>
            {rise.effectiveDate === null || rise.effectiveDate === earliest ? texts.take : texts.takePeriod(format.longDate(rise.effectiveDate))}
          </Button>
        </InfoPanel>
      )}
      <DateParts
        legend={isBefore ? texts.earlierDay : texts.effective}
        order={format.dateOrder}
        isOptional={false}
        hint={isBefore ? texts.earlierHint : texts.effectiveHint}
        error={errors.effectiveDate?.message}
        register={(part) => register(`effectiveDate.${part}`)}
      />
      {isTold && <EmailTenant offered={offered} value={email} onChange={setEmail} />}
    </FormDialog>
  )
}

import { useForm, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { fieldErrors, userMessage } from '@/api/errors'
import type { ProRata, RentPeriod, RentTermsBody } from '@/api/rent'
import type { Tenant } from '@/api/tenants'
import { addMonths, londonDay, parseCivilDate, readDay, typeDay, type CivilDate, type TypedDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { parseMoney, toAmount } from '@/lib/money'
import { Input } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field, Hint } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { Select } from '@/ui/form/Select'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { placeOf } from '../parts/facts'
import { AmountInput } from './AmountInput'
import { amountMistake, dayMistake } from './amount'
import { entryForm, startForm as texts } from './messages'
import { useStartRent } from './queries'

interface StartValues {
  period: RentPeriod
  dueDay: string
  firstDay: TypedDay
  proRata: ProRata
  openingBalance: string
}

const order = ['period', 'dueDay', 'firstDay', 'proRata', 'openingBalance'] as const

/** The first day of a new tenancy; of an older one the first of this month, for what was before is one amount. */
function usualFirstDay(leaseStart: CivilDate, today: CivilDate): CivilDate {
  return leaseStart >= addMonths(today, -1) ? leaseStart : `${today.slice(0, 8)}01`
}

function startMistakes({ period, dueDay, firstDay, openingBalance }: StartValues): Mistakes<StartValues> {
  const day = Number(dueDay)
  const first = dayMistake(firstDay)
  const isOpen = openingBalance.trim() === '' || parseMoney(openingBalance) === 0n
  const opening = isOpen ? undefined : amountMistake(openingBalance)
  return {
    ...(period === 'monthly' && !(Number.isInteger(day) && day >= 1 && day <= 31) && { dueDay: texts.dueDayInvalid }),
    ...(first !== undefined && { firstDay: first }),
    ...(opening !== undefined && { openingBalance: opening }),
  }
}

function bodyOf({ period, dueDay, firstDay, proRata, openingBalance }: StartValues): RentTermsBody {
  const opening = parseMoney(openingBalance) ?? 0n
  return { period, dueDay: period === 'monthly' ? Number(dueDay) : 0, firstDay: readDay(firstDay) ?? '', proRata, ...(opening !== 0n && { openingBalance: toAmount(opening) }) }
}

/** Begins the charging of rent in a tenancy. */
export function StartRentDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const format = useFormatter()
  const first = usualFirstDay(tenant.leaseStart, londonDay(new Date()))
  const form = useForm<StartValues>({
    defaultValues: { period: 'monthly', dueDay: String(parseCivilDate(first)?.day ?? 1), firstDay: typeDay(first), proRata: 'days-of-year', openingBalance: '' },
    resolver: resolverOf(startMistakes),
    shouldFocusError: false,
  })
  const { control, register, formState } = form
  const { errors } = formState
  useRecheck(form)
  const period = useWatch({ control, name: 'period' })
  const { mutate, isPending } = useStartRent(tenant.id)
  const submit = (values: StartValues) => {
    const body = bodyOf(values)
    mutate(body, {
      onSuccess: () => {
        toasts.success(texts.started, texts.startedText(tenant.name, format.longDate(body.firstDay)))
        onClose()
      },
      onError: (error) => {
        const said = fieldErrors(error)
        for (const name of order) if (said[name] !== undefined) form.setError(name, { type: 'server', message: said[name] })
        toasts.failure(common.error, userMessage(error, texts.failed))
      },
    })
  }
  return (
    <FormDialog
      form={form}
      title={texts.title}
      subject={`${tenant.name}, ${placeOf(tenant)}`}
      submit={texts.title}
      order={order}
      isPending={isPending}
      discardTitle={entryForm.discard}
      onSubmit={submit}
      onClose={onClose}
    >
      <Hint>{texts.hint(format.moneyExact(tenant.tenancyRent))}</Hint>
      <Field label={texts.period} error={errors.period?.message}>
        {(field) => (
          <Select {...field} {...register('period')}>
            {Object.entries(texts.periods).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {period === 'monthly' && (
        <Field label={texts.dueDay} hint={texts.dueDayHint} error={errors.dueDay?.message}>
          {(field) => <Input {...field} {...register('dueDay')} inputMode="numeric" autoComplete="off" maxLength={2} sx={{ width: 64 }} />}
        </Field>
      )}
      <DateParts
        legend={texts.firstDay}
        order={format.dateOrder}
        isOptional={false}
        hint={texts.firstDayHint}
        error={errors.firstDay?.message}
        register={(part) => register(`firstDay.${part}`)}
      />
      <Field label={texts.proRata} error={errors.proRata?.message}>
        {(field) => (
          <Select {...field} {...register('proRata')}>
            {Object.entries(texts.proRatas).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <AmountInput<StartValues> name="openingBalance" label={texts.opening} isOptional />
    </FormDialog>
  )
}

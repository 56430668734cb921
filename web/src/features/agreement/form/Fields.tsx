import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ComponentProps } from 'react'
import { useFormContext, useWatch, type FieldPathByValue } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { billNames, billPayers, proRatas, rentPeriods } from '@/lib/agreements'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Check } from '@/ui/form/Check'
import { Input, TextArea } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field, FieldError, Hint } from '@/ui/form/Field'
import { MoneyInput, tidyAmount } from '@/ui/form/MoneyInput'
import { Pair } from '@/ui/form/Pair'
import { Select } from '@/ui/form/Select'
import { useAmount } from '@/ui/form/useAmount'
import { LandlordFields } from '@/ui/landlord/LandlordFields'
import { form as texts } from './messages'
import type { BillValues, TermsValues } from './values'

export const Group = styled(Card)({ display: 'flex', flexDirection: 'column', gap: 18, padding: '16px 20px 20px', [media.mobile]: { padding: '14px 16px 16px' }, '& > h2': type.h2 })
const Row = styled('div')({ display: 'flex', flexDirection: 'column', gap: 10, '& + &': { borderTop: `1px solid ${color.line}`, paddingTop: 14 } })
const Deposit = styled('div')({ display: 'flex', flexDirection: 'column', gap: 6, '& > div > div': { display: 'flex', alignItems: 'center', gap: 8 } })
const Clause = styled('div')({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 6, '& > div': { width: '100%' } })

type TextName = FieldPathByValue<TermsValues, string>

function TextField({ name, label, hint, isLong = false, isOptional = false, ...input }: { name: TextName; label: string; hint?: string; isLong?: boolean; isOptional?: boolean } & Omit<ComponentProps<'input'>, 'name'>) {
  const { register, getFieldState, formState } = useFormContext<TermsValues>()
  return (
    <Field label={label} hint={hint} isOptional={isOptional} error={getFieldState(name, formState).error?.message}>
      {(control) => (isLong ? <TextArea {...control} {...register(name)} maxLength={input.maxLength ?? 300} /> : <Input maxLength={200} autoComplete="off" {...input} {...control} {...register(name)} />)}
    </Field>
  )
}

function AmountField({ name, label, hint }: { name: TextName; label: string; hint?: string }) {
  const { currencySign } = useFormatter()
  const { control, error } = useAmount<TermsValues>(name)
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => <MoneyInput {...props} {...control} currencySign={currencySign} />}
    </Field>
  )
}

function Choice({ name, label, names }: { name: 'period' | 'proRata' | `bills.${number}.payer`; label: string; names: Readonly<Record<string, string>> }) {
  const { register } = useFormContext<TermsValues>()
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} {...register(name)}>
          {Object.entries(names).map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** Asks for the landlord, and where notices go; the details can be kept for every agreement. */
export function LandlordGroup() {
  const { register } = useFormContext<TermsValues>()
  return (
    <Group>
      <h2>{texts.landlord}</h2>
      <LandlordFields />
      <Check>
        <input type="checkbox" {...register('keepLandlord')} />
        {texts.keep}
      </Check>
    </Group>
  )
}

/** The deposit: an amount, or the tick that none is taken. Neither is asked for. */
function DepositField({ cap, agreed }: { cap: string | null; agreed: string | null }) {
  const format = useFormatter()
  const { control, register, setValue, trigger, formState } = useFormContext<TermsValues>()
  const isNone = useWatch({ control, name: 'noDeposit' })
  const typed = useWatch({ control, name: 'deposit' })
  const amount = useAmount<TermsValues>('deposit')
  const { touchedFields } = formState
  const wasThere = touchedFields.deposit === true || touchedFields.noDeposit === true
  // A mistake that shows how to mend it is better than a button that is off: it is shown once somebody was there.
  useEffect(() => {
    if (wasThere) void trigger('deposit')
  }, [wasThere, typed, isNone, trigger])
  const take = (text: string) => setValue('deposit', tidyAmount(text), { shouldDirty: true, shouldTouch: true, shouldValidate: formState.isSubmitted })
  return (
    <Deposit>
      <Field label={texts.deposit} hint={cap === null ? undefined : texts.depositCap(format.moneyExact(cap))} error={isNone ? undefined : amount.error}>
        {(props) => (
          <div>
            <MoneyInput {...props} {...amount.control} disabled={isNone} currencySign={format.currencySign} />
            {agreed !== null && !isNone && typed.trim() === '' && (
              <Button variant="text" onClick={() => take(agreed)}>
                {texts.useDeposit(format.moneyExact(agreed))}
              </Button>
            )}
          </div>
        )}
      </Field>
      <Check>
        <input
          type="checkbox"
          {...register('noDeposit', {
            onChange: ({ target }: { target: HTMLInputElement }) => setValue('deposit', target.checked ? '' : typed, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
          })}
        />
        {texts.noDeposit}
      </Check>
    </Deposit>
  )
}

/** The first day, the rent and the deposit. */
export function RentFields({ depositCap, agreedDeposit }: { depositCap: string | null; agreedDeposit: string | null }) {
  const format = useFormatter()
  const { register, control, formState } = useFormContext<TermsValues>()
  const isMonthly = useWatch({ control, name: 'period' }) === 'monthly'
  return (
    <Group>
      <h2>{texts.tenancy}</h2>
      <DateParts legend={texts.startDate} order={format.dateOrder} isOptional={false} error={formState.errors.startDate?.message} register={(part) => register(`startDate.${part}`)} />
      <Pair>
        <AmountField name="monthlyRent" label={texts.monthlyRent} hint={texts.monthlyRentHint} />
        <Choice name="period" label={texts.period} names={rentPeriods} />
        {isMonthly && <TextField name="dueDay" label={texts.dueDay} hint={texts.dueDayHint} inputMode="numeric" maxLength={2} />}
        <Choice name="proRata" label={texts.proRata} names={proRatas} />
      </Pair>
      <DepositField cap={depositCap} agreed={agreedDeposit} />
      <TextField name="paymentDetails" label={texts.payment} hint={texts.paymentHint} isLong isOptional />
    </Group>
  )
}

/** Asks who pays each bill. */
export function BillFields() {
  const { control } = useFormContext<TermsValues>()
  const bills = useWatch({ control, name: 'bills' })
  return (
    <Group>
      <h2>{texts.bills}</h2>
      {bills.map(({ bill, payer }: BillValues, index) => (
        <Row key={bill}>
          <Choice name={`bills.${index}.payer`} label={texts.payer(billNames[bill])} names={billPayers} />
          {payer === 'landlord' && (
            <>
              <AmountField name={`bills.${index}.amount`} label={texts.billAmount(billNames[bill])} hint={texts.billAmountHint} />
              <TextField name={`bills.${index}.note`} label={texts.billNote(billNames[bill])} maxLength={300} />
            </>
          )}
        </Row>
      ))}
    </Group>
  )
}

const mostClauses = 20

/** Asks for further terms. */
export function MoreFields({ hasDeed }: { hasDeed: boolean }) {
  const { register, control, setValue, setFocus, formState } = useFormContext<TermsValues>()
  // Not by useFieldArray: it alone would add 3 KB to what every form loads, the login's too.
  const clauses = useWatch({ control, name: 'clauses' })
  const [added, setAdded] = useState<number>()
  const id = useId()
  const signs = useWatch({ control, name: 'guarantorSigns' })
  const guarantorError = formState.errors.guarantorSigns?.message
  const addButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (added !== undefined) setFocus(`clauses.${added}.text`)
  }, [added, setFocus])
  const change = (to: TermsValues['clauses']) => setValue('clauses', to, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const add = () => {
    change([...clauses, { text: '' }])
    setAdded(clauses.length)
  }
  const remove = (index: number) => {
    change(clauses.filter((_, at) => at !== index))
    setAdded(undefined)
    addButton.current?.focus()
  }
  return (
    <Group>
      <h2>{texts.more}</h2>
      <TextField name="agreedPets" label={texts.pets} hint={texts.petsHint} maxLength={300} isOptional />
      <TextField name="adaptations" label={texts.adaptations} maxLength={300} isOptional />
      <Hint>
        {texts.clauses}. {texts.clausesHint}
      </Hint>
      {clauses.map((_, index) => (
        <Clause key={index}>
          <TextField name={`clauses.${index}.text`} label={texts.clause(index + 1)} isLong maxLength={1000} />
          <Button variant="text" onClick={() => remove(index)} startIcon={<X size={16} strokeWidth={1.75} />}>
            {texts.removeClause(index + 1)}
          </Button>
        </Clause>
      ))}
      <div>
        <Button ref={addButton} disabled={clauses.length >= mostClauses} onClick={add} startIcon={<Plus size={16} strokeWidth={1.75} />}>
          {texts.addClause}
        </Button>
      </div>
      <div>
        {guarantorError !== undefined && <FieldError id={`${id}-guarantor`} text={guarantorError} />}
        <Check>
          <input
            type="checkbox"
            aria-invalid={guarantorError === undefined ? undefined : true}
            aria-describedby={guarantorError === undefined ? undefined : `${id}-guarantor`}
            {...register('guarantorSigns')}
          />
          {texts.guarantor}
        </Check>
        {hasDeed && <Hint>{texts.guaranteeText}</Hint>}
      </div>
      {hasDeed && signs && (
        <Pair>
          <AmountField name="guaranteeLimit" label={texts.guaranteeLimit} hint={texts.guaranteeLimitHint} />
          <AmountField name="guaranteedRentLimit" label={texts.guaranteedRentLimit} hint={texts.guaranteedRentLimitHint} />
        </Pair>
      )}
    </Group>
  )
}

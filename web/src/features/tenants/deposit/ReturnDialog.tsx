import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import type { Deposit } from '@/api/deposits'
import { fieldErrors, userMessage } from '@/api/errors'
import { useActMail } from '@/api/tenantMails'
import type { Tenant } from '@/api/tenants'
import { useUndoAct } from '@/api/takeBacks'
import { londonDay, readDay, typeDay, type TypedDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { amountFault } from '@/lib/amountFault'
import { parseMoney, toAmount } from '@/lib/money'
import { chosenEmails, EmailTenant, isEmailed } from '@/ui/EmailTenant'
import { TextArea } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { undoOf } from '@/ui/takeback/undoOf'
import { toasts } from '@/ui/toast/toasts'
import { placeOf } from '../parts/facts'
import { dayMistake } from '../rent/amount'
import { AmountInput } from '../rent/AmountInput'
import { receiptAbout } from '../rent/entry'
import { BillField } from './BillField'
import { deposit as texts } from './messages'
import { useRecordReturn } from './queries'

interface ReturnValues {
  returnDate: TypedDay
  returned: string
  deductions: string
  billDocumentId: string
}

const order = ['returnDate', 'returned', 'deductions', 'billDocumentId'] as const

function returnMistakes({ returnDate, returned, deductions }: ReturnValues, amount: string, written: string): Mistakes<ReturnValues> {
  const day = dayMistake(returnDate)
  const [back, whole] = [parseMoney(returned), parseMoney(amount) ?? 0n]
  const money = back === null || back < 0n ? amountFault(returned, texts.amountInvalid) : back > whole ? texts.returnTooMuch(written) : undefined
  const isLess = back !== null && back < whole
  return {
    ...(day !== undefined && { returnDate: day }),
    ...(money !== undefined && { returned: money }),
    ...(isLess && deductions.trim() === '' && { deductions: texts.whyRequired }),
  }
}

/** Records what of a deposit was given back. */
export function ReturnDialog({ tenant, deposit, onClose }: { tenant: Tenant; deposit: Deposit; onClose: () => void }) {
  const format = useFormatter()
  const form = useForm<ReturnValues>({
    defaultValues: { returnDate: typeDay(londonDay(new Date())), returned: deposit.amount ?? '', deductions: '', billDocumentId: '' },
    resolver: resolverOf((values) => returnMistakes(values, deposit.amount ?? '', format.moneyExact(deposit.amount))),
    shouldFocusError: false,
  })
  const { control, register, formState } = form
  const { errors } = formState
  useRecheck(form)
  const about = receiptAbout(...useWatch({ control, name: ['returned', 'returnDate'] }))
  const isTold = about.amount !== undefined && about.date !== undefined
  const offered = useActMail(tenant.id, 'tenancy-changed', { change: 'deposit-return', ...about }, isTold).data
  const [email, setEmail] = useState<boolean | null>(null)
  const undo = useUndoAct()
  const { mutate, isPending } = useRecordReturn(tenant.id)
  const submit = ({ returnDate, returned, deductions, billDocumentId }: ReturnValues) => {
    const amount = toAmount(parseMoney(returned) ?? 0n)
    mutate(
      {
        returnDate: readDay(returnDate) ?? '',
        returned: amount,
        ...(deductions.trim() !== '' && { deductions: deductions.trim() }),
        ...(billDocumentId !== '' && { billDocumentId: Number(billDocumentId) }),
        ...chosenEmails(email),
      },
      {
        onSuccess: () => {
          toasts.success(texts.returnSaved, texts.savedText(format.moneyExact(amount)), undoOf(undo({ of: 'tenancy', act: 'deposit-return', id: tenant.id }, isEmailed(offered, email))))
          onClose()
        },
        onError: (error) => {
          const said = fieldErrors(error)
          for (const name of order) if (said[name] !== undefined) form.setError(name, { type: 'server', message: said[name] })
          toasts.failure(common.error, userMessage(error, texts.failed))
        },
      },
    )
  }
  return (
    <FormDialog form={form} title={texts.giveBack} subject={`${tenant.name}, ${placeOf(tenant)}`} submit={texts.giveBack} order={order} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <DateParts legend={texts.returnDate} order={format.dateOrder} isOptional={false} error={errors.returnDate?.message} register={(part) => register(`returnDate.${part}`)} />
      <AmountInput<ReturnValues> name="returned" label={texts.returnAmount} />
      <Field label={texts.why} hint={texts.whyHint} isOptional error={errors.deductions?.message}>
        {(field) => <TextArea {...field} {...register('deductions')} maxLength={1000} />}
      </Field>
      <BillField tenantId={tenant.id} error={errors.billDocumentId?.message} field={register('billDocumentId')} />
      {isTold && <EmailTenant offered={offered} value={email} onChange={setEmail} />}
    </FormDialog>
  )
}

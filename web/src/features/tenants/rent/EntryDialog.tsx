import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { fieldErrors, userMessage } from '@/api/errors'
import type { EntryKind, Ledger, LedgerEntry } from '@/api/rent'
import { useActMail } from '@/api/tenantMails'
import { londonDay, typeDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { entryName, owedOf, reasons } from '@/lib/rent'
import { chosenEmail, EmailTenant } from '@/ui/EmailTenant'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { Input } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field, Hint } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { Select } from '@/ui/form/Select'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { Segments } from '@/ui/Segments'
import { toasts } from '@/ui/toast/toasts'
import { AmountInput } from './AmountInput'
import { entryBody, entryMistakes, entryOrder, newEntry, receiptAbout, type EntryValues } from './entry'
import { entryForm as texts } from './messages'
import { reversible } from './model'
import { usePostEntry } from './queries'

/** Add Entry, and Record Receipt with what is owed. */
interface EntryDialogProps {
  tenantId: number
  /** The tenant and the home. */
  subject: string
  /** The ledger as it stands today. */
  ledger: Pick<Ledger, 'entries' | 'balance'>
  isReceipt: boolean
  /** The tenants of a tenancy, where it has to be said whose the entry is. */
  payers?: readonly { id: number; name: string }[]
  onClose: () => void
}

export function EntryDialog({ tenantId, subject, ledger, isReceipt, payers = [], onClose }: EntryDialogProps) {
  const [payer, setPayer] = useState(tenantId)
  const format = useFormatter()
  const choices = reversible(ledger.entries)
  const form = useForm<EntryValues>({
    defaultValues: newEntry(isReceipt ? owedOf(ledger.balance) : 0n, londonDay(new Date())),
    resolver: resolverOf((values) => entryMistakes(values, choices)),
    shouldFocusError: false,
  })
  const { control, register, setValue, clearErrors, formState } = form
  const { errors } = formState
  useRecheck(form)
  const kind = useWatch({ control, name: 'kind' })
  const { mutate, isPending } = usePostEntry(payer)
  const [amount, date] = useWatch({ control, name: ['amount', 'date'] })
  const offered = useActMail(payer, 'receipt', receiptAbout(amount, date), kind === 'receipt').data
  const [email, setEmail] = useState<boolean | null>(null)
  const submit = (values: EntryValues) =>
    mutate({ ...entryBody(values), ...(values.kind === 'receipt' && chosenEmail(email)) }, {
      onSuccess: (posted) => {
        toasts.success(texts.done[values.kind], posted ? texts.owedNow(format.moneyExact(owedOf(posted.arrears.balance))) : '')
        onClose()
      },
      onError: (error) => {
        const said = fieldErrors(error)
        for (const name of entryOrder) {
          const message = said[name === 'entry' ? 'reverses' : name]
          if (message !== undefined) form.setError(name, { type: 'server', message })
        }
        toasts.failure(common.error, userMessage(error, texts.failed))
      },
    })
  const isReversal = kind === 'reversal'
  const chooseEntry = (id: string) => {
    const chosen = choices.find((each) => String(each.id) === id)
    if (chosen !== undefined) setValue('date', typeDay(chosen.date), { shouldDirty: true })
  }
  return (
    <FormDialog
      form={form}
      title={isReceipt ? texts.receiptTitle : texts.title}
      subject={subject}
      submit={texts.submit[kind]}
      order={entryOrder}
      isPending={isPending}
      discardTitle={texts.discard}
      obstacle={isReversal && choices.length === 0 ? texts.noEntry : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Segments
        label={texts.kind}
        value={kind}
        // An entry of a tenancy's statement is taken back there, in its row.
        options={payers.length > 0 ? texts.newKinds : texts.kinds}
        onChange={(chosen: EntryKind) => {
          clearErrors()
          setValue('kind', chosen, { shouldDirty: true })
        }}
      />
      <Hint>{texts.hints[kind]}</Hint>
      {payers.length > 1 && !isReversal && (
        <Field label={texts.payer}>
          {(field) => (
            <Select {...field} value={payer} onChange={({ target }) => setPayer(Number(target.value))}>
              {payers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {isReversal ? (
        <>
        <Field label={texts.entry} error={errors.entry?.message}>
          {(field) => (
            <Select {...field} {...register('entry', { onChange: ({ target }: { target: { value: string } }) => chooseEntry(target.value) })}>
              <option value="">{texts.chooseEntry}</option>
              {choices.map((entry) => (
                <EntryOption key={entry.id} entry={entry} />
              ))}
            </Select>
          )}
        </Field>
          <Field label={texts.reason} error={errors.reason?.message}>
            {(field) => <ChoiceSelect {...field} {...register('reason')} names={reasons} placeholder={texts.chooseReason} />}
          </Field>
        </>
      ) : (
        <AmountInput<EntryValues> name="amount" label={texts.amount} />
      )}
      <DateParts legend={texts.dates[kind]} order={format.dateOrder} isOptional={false} error={errors.date?.message} register={(part) => register(`date.${part}`)} />
      {(kind === 'receipt' || kind === 'refund') && (
        <Field label={texts.ways[kind]} error={errors.method?.message}>
          {(field) => <ChoiceSelect {...field} {...register('method')} names={texts.methods} placeholder="" />}
        </Field>
      )}
      <Field label={texts.references[kind]} isOptional={kind !== 'charge'} error={errors.reference?.message}>
        {(field) => <Input {...field} {...register('reference')} autoComplete="off" maxLength={140} />}
      </Field>
      {kind === 'receipt' && <EmailTenant offered={offered} value={email} onChange={setEmail} />}
    </FormDialog>
  )
}

function EntryOption({ entry }: { entry: LedgerEntry }) {
  const format = useFormatter()
  return <option value={entry.id}>{texts.entryOption(format.date(entry.date), entryName(entry, (day) => format.date(day)).title, format.moneyExact(entry.amount))}</option>
}

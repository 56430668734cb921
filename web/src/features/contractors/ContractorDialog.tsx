import { useForm } from 'react-hook-form'
import type { Contractor } from '@/api/contractors'
import { fieldErrors, userMessage } from '@/api/errors'
import { trades } from '@/lib/maintenance'
import { common } from '@/lib/messages'
import { Input, TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { Pair } from '@/ui/form/Pair'
import { resolverOf } from '@/ui/form/rules'
import { Select } from '@/ui/form/Select'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { contractorForm as texts } from './messages'
import { bodyOf, contractorMistakes, fieldOrder, valuesOf, type ContractorValues } from './model'
import { useAddContractor, useEditContractor } from './queries'

/** A new contractor, or changes of one. */
export function ContractorDialog({ contractor, onClose }: { contractor?: Contractor; onClose: () => void }) {
  const form = useForm<ContractorValues>({ defaultValues: valuesOf(contractor), resolver: resolverOf(contractorMistakes), shouldFocusError: false })
  const { register, formState, setError } = form
  const { errors, isDirty } = formState
  const [add, edit] = [useAddContractor(), useEditContractor()]
  const submit = (values: ContractorValues) => {
    const body = bodyOf(values)
    const ending = {
      onSuccess: () => {
        toasts.success(contractor === undefined ? texts.added : texts.saved, body.name)
        onClose()
      },
      onError: (error: unknown) => {
        const found = fieldErrors(error)
        for (const name of fieldOrder) if (found[name] !== undefined) setError(name, { type: 'server', message: found[name] })
        toasts.failure(common.error, userMessage(error, texts.failedText))
      },
    }
    if (contractor === undefined) add.mutate(body, ending)
    else edit.mutate({ row: contractor, body }, ending)
  }
  const title = contractor === undefined ? texts.addTitle : texts.editTitle
  return (
    <FormDialog
      form={form}
      title={title}
      subject={contractor?.name}
      submit={contractor === undefined ? texts.addTitle : texts.save}
      order={fieldOrder}
      isPending={add.isPending || edit.isPending}
      obstacle={contractor === undefined || isDirty ? undefined : texts.nothingChanged}
      discardTitle={texts.discardTitle}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={texts.name} hint={texts.nameHint} error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="off" maxLength={100} />}
      </Field>
      <Field label={texts.trade} error={errors.trade?.message}>
        {(control) => (
          <Select {...control} {...register('trade')}>
            <option value="">{texts.chooseTrade}</option>
            {trades.map((trade) => (
              <option key={trade}>{trade}</option>
            ))}
          </Select>
        )}
      </Field>
      <Pair>
        <Field label={texts.phone} error={errors.phone?.message}>
          {(control) => <Input {...control} {...register('phone')} type="tel" autoComplete="off" maxLength={40} />}
        </Field>
        <Field label={texts.email} isOptional error={errors.email?.message}>
          {(control) => <Input {...control} {...register('email')} type="email" autoComplete="off" maxLength={254} />}
        </Field>
      </Pair>
      <Field label={texts.registration} hint={texts.registrationHint} isOptional error={errors.registration?.message}>
        {(control) => <Input {...control} {...register('registration')} autoComplete="off" maxLength={200} />}
      </Field>
      <Field label={texts.notes} isOptional error={errors.notes?.message}>
        {(control) => <TextArea {...control} {...register('notes')} maxLength={1000} />}
      </Field>
    </FormDialog>
  )
}

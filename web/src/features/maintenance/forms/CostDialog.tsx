import { useForm } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import type { MaintenanceRequest } from '@/api/maintenance'
import { londonDay, typeDay } from '@/lib/civilDate'
import { Input } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { Select } from '@/ui/form/Select'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { costForm as texts } from '../form.messages'
import { details } from '../messages'
import { useAddCost } from '../queries'
import { AmountField } from './fields'
import { useRefusal } from './useRefusal'
import { costBody, costMistakes, costOrder, type CostValues } from './values'

/** A line of cost, with its invoice where one was added. */
export function CostDialog({ request, onClose }: { request: MaintenanceRequest; onClose: () => void }) {
  const format = useFormatter()
  const form = useForm<CostValues>({
    defaultValues: { description: '', amount: '', date: typeDay(londonDay(new Date())), invoice: '' },
    resolver: resolverOf(costMistakes),
    shouldFocusError: false,
  })
  useRecheck(form)
  const { register, formState } = form
  const { errors } = formState
  const add = useAddCost()
  const refuse = useRefusal(form, costOrder, texts.failedText)
  const invoices = request.files.filter(({ kind }) => kind === 'invoice')
  const submit = (values: CostValues) =>
    add.mutate(
      { id: request.id, body: costBody(values) },
      {
        onSuccess: () => {
          toasts.success(texts.added, values.description.trim())
          onClose()
        },
        onError: refuse,
      },
    )
  return (
    <FormDialog form={form} title={texts.title} subject={request.title} submit={texts.title} order={costOrder} isPending={add.isPending} onSubmit={submit} onClose={onClose}>
      <Field label={texts.description} error={errors.description?.message}>
        {(props) => <Input {...props} {...register('description')} autoComplete="off" maxLength={200} />}
      </Field>
      <AmountField name="amount" label={texts.amount} />
      <DateParts legend={texts.date} order={format.dateOrder} isOptional={false} error={errors.date?.message} register={(part) => register(`date.${part}`)} />
      {invoices.length > 0 && (
        <Field label={texts.invoice} isOptional error={errors.invoice?.message}>
          {(props) => (
            <Select {...props} {...register('invoice')}>
              <option value="">{texts.noInvoice}</option>
              {invoices.map(({ id, fileName }, index) => (
                <option key={id} value={id}>
                  {fileName || details.invoice(index + 1)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </FormDialog>
  )
}

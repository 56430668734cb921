import { useForm, useFormContext, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { fieldErrors, userMessage } from '@/api/errors'
import type { Property } from '@/api/properties'
import { useUndoAct } from '@/api/takeBacks'
import { parseMoney } from '@/lib/money'
import { FormDialog } from '@/ui/FormDialog'
import { TextArea } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { undoOf } from '@/ui/takeback/undoOf'
import { toasts } from '@/ui/toast/toasts'
import { AmountField } from '../parts/AmountField'
import { addressOf } from '../parts/facts'
import { Columns, Section, Sections } from '../parts/layout'
import { useSellProperty } from '../property.queries'
import { emptySale, hasPrices, saleBody, saleFields, saleMistakes, type SaleValues } from './form'
import { sale } from './messages'
import { SaleFigures } from './SaleFigures'

/** A property that is about to be sold. */
interface SellDialogProps {
  property: Property
  onClose: () => void
  /** Leaves the property's details as well: it is no longer in the portfolio. */
  onSold: () => void
}

/** Sell Property: what was paid, what is paid, and what remains of it, which the server computes while somebody types. */
export function SellDialog({ property, onClose, onSold }: SellDialogProps) {
  const format = useFormatter()
  const undo = useUndoAct()
  const form = useForm<SaleValues>({
    defaultValues: emptySale(property, new Date()),
    resolver: resolverOf(saleMistakes),
    shouldFocusError: false,
  })
  const [salePrice, purchasePrice] = useWatch({ control: form.control, name: ['salePrice', 'purchasePrice'] })
  const { mutate, isPending } = useSellProperty({
    onSuccess: (sold) => {
      const price = parseMoney(form.getValues('salePrice')) ?? 0n
      const text = sale.successText(price % 100n === 0n ? format.money(price) : format.moneyExact(price))
      toasts.success(sale.success, text, sold === undefined ? undefined : undoOf(undo({ of: 'portfolio', act: 'sale', id: sold.id })))
      onSold()
    },
    onError: (error) => {
      for (const [field, message] of Object.entries(fieldErrors(error))) {
        const name = saleFields.find((each) => each === field)
        if (name) form.setError(name, { type: 'server', message })
      }
      toasts.failure(sale.failed, userMessage(error, sale.failedText))
    },
  })
  return (
    <FormDialog
      form={form}
      title={sale.title}
      subject={`${property.name}, ${addressOf(property)}`}
      submit={sale.submit}
      order={saleFields}
      isPending={isPending}
      obstacle={hasPrices({ salePrice, purchasePrice }) ? undefined : sale.obstacle}
      discardTitle={sale.discardTitle}
      onSubmit={(values) => mutate({ id: property.id, version: property.version, sale: saleBody(values) })}
      onClose={onClose}
    >
      <Sections>
        <PurchaseFields property={property} />
        <SaleFields />
        <SaleFigures property={property} />
      </Sections>
    </FormDialog>
  )
}

/** Purchase Details; the day is asked for where it is not known. */
function PurchaseFields({ property }: { property: Property }) {
  return (
    <Section title={sale.purchase}>
      <Columns>
        <AmountField<SaleValues> name="purchasePrice" label={sale.purchasePrice} />
        <AmountField<SaleValues> name="stampDuty" label={sale.stampDuty} hint={sale.stampDutyHint} />
        <AmountField<SaleValues> name="legalFeesPurchase" label={sale.legalFees} />
        <AmountField<SaleValues> name="refurbCosts" label={sale.refurbishment} />
      </Columns>
      <AmountField<SaleValues> name="deposit" label={sale.deposit} hint={sale.depositHint} />
      {property.purchaseDate === null && (
        <DayField name="purchaseDate" legend={sale.purchaseDate} hint={sale.purchaseDateHint(property.purchaseYear)} />
      )}
    </Section>
  )
}

/** Sale Details. */
function SaleFields() {
  const { register, formState } = useFormContext<SaleValues>()
  return (
    <Section title={sale.details}>
      <Columns>
        <AmountField<SaleValues> name="salePrice" label={sale.salePrice} />
        <AmountField<SaleValues> name="feesToSell" label={sale.fees} />
      </Columns>
      <DayField name="saleDate" legend={sale.saleDate} isOptional={false} />
      <Field label={sale.notes} isOptional error={formState.errors.notes?.message}>
        {(field) => <TextArea {...field} {...register('notes')} rows={3} maxLength={2000} />}
      </Field>
    </Section>
  )
}

/** A day of the sale. */
interface DayFieldProps {
  name: 'purchaseDate' | 'saleDate'
  legend: string
  hint?: string
  isOptional?: boolean
}

function DayField({ name, ...rest }: DayFieldProps) {
  const { register, formState } = useFormContext<SaleValues>()
  const { dateOrder } = useFormatter()
  const error = formState.errors[name]?.message
  return <DateParts {...rest} order={dateOrder} error={error} register={(part) => register(`${name}.${part}`)} />
}

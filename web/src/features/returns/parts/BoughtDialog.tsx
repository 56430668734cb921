import { styled } from '@mui/material/styles'
import { useForm, useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useFormatter } from '@/api/account'
import { useBuy, type Analysis, type BoughtBody } from '@/api/analyses'
import { fieldErrors, userMessage } from '@/api/errors'
import type { Listing } from '@/api/listings'
import { isBlankDay, noDay, readDay, type TypedDay } from '@/lib/civilDate'
import { amountFault } from '@/lib/amountFault'
import { parseMoney } from '@/lib/money'
import { propertyPath } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { MoneyInput, tidyAmount } from '@/ui/form/MoneyInput'
import { Pair } from '@/ui/form/Pair'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { Select } from '@/ui/form/Select'
import { useAmount } from '@/ui/form/useAmount'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { buying as texts } from '../boughtMessages'
import { boughtBody, drawingOf, type Bought } from '../model'

const Intro = styled('p')({ ...type.body, color: color.muted })

interface Values {
  name: string
  address: string
  postcode: string
  propertyType: Bought['propertyType']
  price: string
  purchaseDate: TypedDay
}

const order = ['name', 'address', 'postcode', 'propertyType', 'price', 'purchaseDate'] as const
/** The server's names for the fields of this form. */
const controls: Record<string, (typeof order)[number]> = { name: 'name', address: 'address', postcode: 'postcode', propertyType: 'propertyType', purchasePrice: 'price', purchaseDate: 'purchaseDate' }

function mistakesOf({ name, address, postcode, price, purchaseDate }: Values): Mistakes<Values> {
  return {
    ...(name.trim() === '' && { name: texts.nameRequired }),
    ...(address.trim() === '' && { address: texts.addressRequired }),
    ...(postcode.trim() === '' && { postcode: texts.postcodeRequired }),
    ...(price.trim() !== '' && parseMoney(price) === null && { price: amountFault(price, texts.priceInvalid) }),
    ...(!isBlankDay(purchaseDate) && readDay(purchaseDate) === null && { purchaseDate: texts.dayInvalid }),
  }
}

/** "I bought this": a listing becomes a property of the portfolio, with the figures of its analysis. */
export function BoughtDialog({ listing, analysis, onClose }: { listing: Listing; analysis: Analysis; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm<Values>({
    defaultValues: {
      name: listing.address.split(',')[0]?.trim() ?? '',
      address: listing.address,
      postcode: listing.postcode ?? '',
      propertyType: drawingOf(listing),
      price: tidyAmount(analysis.assumptions.price ?? ''),
      purchaseDate: noDay,
    },
    resolver: resolverOf(mistakesOf),
    shouldFocusError: false,
  })
  useRecheck(form)
  const { mutate, isPending } = useBuy()
  const submit = (values: Values) => {
    const body: BoughtBody = boughtBody({ ...values, purchaseDate: readDay(values.purchaseDate) }, listing, analysis)
    mutate(body, {
      onSuccess: (property) => {
        toasts.success(texts.done, texts.doneText(body.name))
        if (property !== undefined) void navigate(propertyPath(property.id), { replace: true })
      },
      onError: (error) => {
        for (const [field, message] of Object.entries(fieldErrors(error))) {
          const name = controls[field]
          if (name !== undefined) form.setError(name, { type: 'server', message })
        }
        toasts.failure(texts.failed, userMessage(error, texts.failedText))
      },
    })
  }
  return (
    <FormDialog form={form} title={texts.title} subject={listing.title} submit={texts.submit} order={order} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <Intro>{texts.intro}</Intro>
      <Fields />
    </FormDialog>
  )
}

function Fields() {
  const { register, formState } = useFormContext<Values>()
  const { errors } = formState
  const { control: price, error } = useAmount<Values>('price')
  const { currencySign, dateOrder } = useFormatter()
  return (
    <>
      <Field label={texts.name} hint={texts.nameHint} error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="off" maxLength={200} />}
      </Field>
      <Field label={texts.address} hint={texts.addressHint} error={errors.address?.message}>
        {(control) => <Input {...control} {...register('address')} autoComplete="off" maxLength={300} />}
      </Field>
      <Pair>
        <Field label={texts.postcode} error={errors.postcode?.message}>
          {(control) => <Input {...control} {...register('postcode')} autoComplete="off" maxLength={10} />}
        </Field>
        <Field label={texts.type} error={errors.propertyType?.message}>
          {(control) => (
            <Select {...control} {...register('propertyType')}>
              {texts.types.map((kind) => (
                <option key={kind}>{kind}</option>
              ))}
            </Select>
          )}
        </Field>
      </Pair>
      <Field label={texts.price} error={error}>
        {(control) => <MoneyInput {...control} {...price} currencySign={currencySign} />}
      </Field>
      <DateParts legend={texts.day} hint={texts.dayHint} order={dateOrder} error={errors.purchaseDate?.message} register={(part) => register(`purchaseDate.${part}`)} />
    </>
  )
}

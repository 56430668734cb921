import { useFormContext, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { addForm } from '@/lib/messages'
import { DateParts } from '@/ui/form/DateParts'
import type { PropertyValues } from '../model'
import { AmountField } from './AmountField'
import { Columns, Section } from './layout'

/** What it cost, is worth and brings. A shared house's rent is the sum of its rooms' rents, unless the settings say otherwise. */
export function MoneyFields({ hasFreeRent }: { hasFreeRent: boolean }) {
  const { control, register, formState } = useFormContext<PropertyValues>()
  const { dateOrder } = useFormatter()
  const isShared = useWatch({ control, name: 'propertyType' }) === 'HMO'
  const mistake = formState.errors.purchaseDate
  return (
    <Section title={addForm.money}>
      <Columns>
        <AmountField name="purchasePrice" label={addForm.purchasePrice} />
        {(!isShared || hasFreeRent) && <AmountField name="monthlyRent" label={addForm.monthlyRent} />}
      </Columns>
      <Columns>
        <AmountField name="currentValue" label={addForm.currentValue} hint={addForm.currentValueHint} />
      </Columns>
      <DateParts
        legend={addForm.purchaseDate}
        order={dateOrder}
        error={mistake?.message}
        register={(part) => register(`purchaseDate.${part}`)}
      />
    </Section>
  )
}

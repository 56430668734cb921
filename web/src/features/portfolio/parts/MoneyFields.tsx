import { useFormContext, useWatch } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { toAmount } from '@/lib/money'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { MoneyInput, tidyAmount } from '@/ui/form/MoneyInput'
import { editForm } from '../edit/messages'
import { addForm } from '../form.messages'
import { roomsOf, totalRent, type PropertyValues } from '../model'
import { AmountField } from './AmountField'
import { Columns, Section } from './layout'

/** The rent of a shared house, which follows from its rooms. */
function LockedRent({ hint }: { hint: string }) {
  const { control } = useFormContext<PropertyValues>()
  const { currencySign } = useFormatter()
  const [hmoRooms, rooms] = useWatch({ control, name: ['hmoRooms', 'rooms'] })
  return (
    <Field label={addForm.monthlyRent} hint={hint}>
      {(field) => (
        <MoneyInput
          {...field}
          value={tidyAmount(toAmount(totalRent(roomsOf({ hmoRooms, rooms }))))}
          readOnly
          currencySign={currencySign}
          onTidy={() => undefined}
        />
      )}
    </Field>
  )
}

/** The state of the rent: the sum of the rooms' rents, locked, or let. */
interface MoneyFieldsProps {
  hasFreeRent: boolean
  /** The reason why the rent is locked; without it a locked rent is not shown. */
  lockedRentHint?: string
  /** The rent of its tenancies while it is let: then the typed rent is what it is offered for. */
  letRent?: string | undefined
}

/** Asks for its price, its value and its rent. A shared house's rent is the sum of its rooms' rents, unless the settings say otherwise. */
export function MoneyFields({ hasFreeRent, lockedRentHint, letRent }: MoneyFieldsProps) {
  const { control, register, formState } = useFormContext<PropertyValues>()
  const format = useFormatter()
  const isShared = useWatch({ control, name: 'propertyType' }) === 'HMO'
  const mistake = formState.errors.purchaseDate
  return (
    <Section title={addForm.money}>
      <Columns>
        <AmountField name="purchasePrice" label={addForm.purchasePrice} />
        {(!isShared || hasFreeRent) && <AmountField
            name="monthlyRent"
            label={letRent === undefined ? addForm.monthlyRent : editForm.askingRent}
            hint={letRent === undefined ? undefined : editForm.askingRentHint(format.moneyExact(letRent))}
          />}
      </Columns>
      {isShared && !hasFreeRent && lockedRentHint !== undefined && <LockedRent hint={lockedRentHint} />}
      <Columns>
        <AmountField name="currentValue" label={addForm.currentValue} hint={addForm.currentValueHint} />
      </Columns>
      <DateParts
        legend={addForm.purchaseDate}
        order={format.dateOrder}
        error={mistake?.message}
        register={(part) => register(`purchaseDate.${part}`)}
      />
    </Section>
  )
}

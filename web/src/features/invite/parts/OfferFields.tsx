import { styled } from '@mui/material/styles'
import { useFormContext } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { color, media, type } from '@/theme/tokens'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { Input } from '@/ui/form/controls'
import { DateParts } from '@/ui/form/DateParts'
import { Field } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { useAmount } from '@/ui/form/useAmount'
import { offerTexts as texts } from '../messages'
import { energyRatings, type OfferValues } from '../offer'
import { Quiet } from './layout'

const Fold = styled('details')({ '& summary': { ...type.body, display: 'list-item', width: 'fit-content', paddingBlock: 10, color: color.accent, cursor: 'pointer', fontWeight: 560 } })
const Grid = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '16px 12px', alignItems: 'start', marginTop: 12, [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)' } })

/** Asks for the home's terms beside its rent: folded, since a link needs none of it. */
export function OfferFields({ isOpen, onOpen }: { isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const format = useFormatter()
  const { register, formState } = useFormContext<OfferValues>()
  const { control, error } = useAmount<OfferValues>('deposit')
  const { errors } = formState
  return (
    <Fold open={isOpen} onToggle={({ currentTarget }) => onOpen(currentTarget.open)}>
      <summary>{texts.title}</summary>
      <Quiet>{texts.hint}</Quiet>
      <Grid>
        <Field label={texts.deposit} error={error} isOptional>
          {(props) => <MoneyInput {...props} {...control} currencySign={format.currencySign} />}
        </Field>
        <Field label={texts.energyRating} error={errors.energyRating?.message} isOptional>
          {(props) => <ChoiceSelect {...props} {...register('energyRating')} names={energyRatings} placeholder={texts.notSaid} />}
        </Field>
        <DateParts legend={texts.freeFrom} order={format.dateOrder} error={errors.freeFrom?.message} register={(part) => register(`freeFrom.${part}`)} />
        <Field label={texts.bills} hint={texts.billsHint} error={errors.bills?.message} isOptional>
          {(props) => <Input {...props} {...register('bills')} autoComplete="off" maxLength={200} />}
        </Field>
      </Grid>
    </Fold>
  )
}

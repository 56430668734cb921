import { styled } from '@mui/material/styles'
import { useFormContext, useWatch } from 'react-hook-form'
import { employmentStatuses } from '@/lib/applications'
import { parseMoney } from '@/lib/money'
import { publicFormat } from '@/lib/publicFormat'
import { color, type } from '@/theme/tokens'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { Field } from '@/ui/form/Field'
import { MoneyInput } from '@/ui/form/MoneyInput'
import { Pair } from '@/ui/form/Pair'
import { useAmount } from '@/ui/form/useAmount'
import { signup as texts } from '../messages'
import type { Answers } from '../model'
import type { StepProps } from './step'
import { TextField } from './TextField'

const Note = styled('p')({ ...type.small, color: color.muted })

/** Step 3: work and income. */
export function WorkStep({ organisation }: StepProps) {
  const { register, control, formState } = useFormContext<Answers>()
  const { control: income, error } = useAmount<Answers>('monthlyIncome')
  const [typed, employer] = useWatch({ control, name: ['monthlyIncome', 'employerName'] })
  const monthly = parseMoney(typed)
  return (
    <>
      <Pair>
        <Field label={texts.employmentStatus} error={formState.errors.employmentStatus?.message}>
          {(props) => <ChoiceSelect {...props} {...register('employmentStatus')} names={employmentStatuses} placeholder={texts.choose} />}
        </Field>
      </Pair>
      <Note>{texts.employerHint}</Note>
      <Pair>
        <TextField name="employerName" label={texts.employerName} autoComplete="organization" />
        <TextField name="position" label={texts.position} autoComplete="organization-title" />
        <TextField name="employerPhone" label={texts.employerPhone} type="tel" autoComplete="off" />
        <TextField name="employerEmail" label={texts.employerEmail} type="email" autoComplete="off" />
      </Pair>
      <Pair>
        <Field
          label={texts.monthlyIncome}
          hint={texts.incomeHint}
          error={error}
          below={monthly !== null && monthly > 0n && <Note role="status">{texts.yearly(publicFormat.moneyExact(monthly * 12n))}</Note>}
        >
          {(props) => <MoneyInput {...props} {...income} currencySign={publicFormat.currencySign} />}
        </Field>
      </Pair>
      <Note>{texts.mayConfirm(employer.trim() || texts.yourEmployer, organisation)}</Note>
    </>
  )
}

import { useFormContext } from 'react-hook-form'
import { longest } from '@/lib/contactRules'
import { TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { Pair } from '@/ui/form/Pair'
import { signup as texts } from '../messages'
import type { Answers } from '../model'
import { TextField } from './TextField'

/** Step 1: who applies. */
export function PersonalStep() {
  const { register, formState } = useFormContext<Answers>()
  return (
    <>
      <TextField name="name" label={texts.name} autoComplete="name" />
      <Pair>
        <TextField name="email" label={texts.email} hint={texts.emailHint} type="email" autoComplete="email" />
        <TextField name="phone" label={texts.phone} type="tel" autoComplete="tel" />
      </Pair>
      <Field label={texts.address} error={formState.errors.address?.message}>
        {(control) => <TextArea {...control} {...register('address')} maxLength={longest.address} autoComplete="street-address" />}
      </Field>
    </>
  )
}

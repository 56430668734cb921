import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { longestIn } from '@/lib/contactRules'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import type { Answers } from '../model'

/** An answer in words. */
export function TextField({ name, label, hint, ...input }: { name: keyof Omit<Answers, 'moveInDate'>; label: string; hint?: string } & ComponentProps<'input'>) {
  const { register, formState } = useFormContext<Answers>()
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message}>
      {(control) => <Input maxLength={longestIn(input.type)} {...input} {...control} {...register(name)} />}
    </Field>
  )
}

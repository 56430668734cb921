import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { fieldErrors, userMessage } from '@/api/errors'
import { type } from '@/theme/tokens'
import { Check } from '@/ui/form/Check'
import { Input } from '@/ui/form/controls'
import { Field, FieldError, Hint } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { Select } from '@/ui/form/Select'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { NewKeyDialog } from './NewKeyDialog'
import { keys as texts, scopeNames } from './messages'
import { useMakeKey } from './queries'

const Legend = styled('legend')({ ...type.body, fontWeight: 560, padding: 0, marginBottom: 4 })
const Scopes = styled('div')({ marginTop: 6 })

interface Values {
  name: string
  scopes: string[]
  /** Days until it runs out, or `never`. */
  expiry: string
}

function mistakesOf({ name, scopes }: Values): Mistakes<Values> {
  return { ...(name.trim() === '' && { name: texts.nameRequired }), ...(scopes.length === 0 && { scopes: texts.scopesRequired }) }
}

const day = 24 * 60 * 60 * 1000

/** A name, what the key may do, and how long. */
export function MakeKeyDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: { name: '', scopes: [], expiry: '365' }, resolver: resolverOf(mistakesOf) })
  const { register, formState } = form
  const { mutate, isPending } = useMakeKey()
  const id = useId()
  const [made, setMade] = useState<string>()
  if (made !== undefined) return <NewKeyDialog value={made} onClose={onClose} />

  const submit = ({ name, scopes, expiry }: Values) => {
    const expiresAt = expiry === 'never' ? {} : { expiresAt: new Date(Date.now() + Number(expiry) * day).toISOString() }
    mutate(
      { name: name.trim(), scopes, ...expiresAt },
      {
        onSuccess: setMade,
        onError: (error) => {
          toasts.failure(texts.failed, userMessage(error, texts.failedText))
          for (const [field, message] of Object.entries(fieldErrors(error))) {
            if (field === 'name' || field === 'scopes') form.setError(field, { type: 'server', message })
          }
        },
      },
    )
  }
  return (
    <FormDialog form={form} title={texts.makeTitle} submit={texts.submit} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <Field label={texts.name} hint={texts.nameHint} error={formState.errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="off" maxLength={100} />}
      </Field>
      <fieldset aria-describedby={formState.errors.scopes === undefined ? `${id}-hint` : `${id}-hint ${id}-scopes`}>
        <Legend>{texts.scopes}</Legend>
        <Hint id={`${id}-hint`}>{texts.scopesHint}</Hint>
        {formState.errors.scopes?.message !== undefined && <FieldError id={`${id}-scopes`} text={formState.errors.scopes.message} />}
        <Scopes>
          {Object.entries(scopeNames).map(([scope, name]) => (
            <Check key={scope}>
              <input type="checkbox" value={scope} {...register('scopes')} />
              {name}
            </Check>
          ))}
        </Scopes>
      </fieldset>
      <Field label={texts.expiry}>
        {(control) => (
          <Select {...control} {...register('expiry')}>
            {['30', '90', '365', 'never'].map((expiry) => (
              <option key={expiry} value={expiry}>
                {texts.expiries[expiry]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  )
}

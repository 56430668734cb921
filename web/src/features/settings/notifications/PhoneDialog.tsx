import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { Input } from '@/ui/form/controls'
import { Field, Hint } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { phone as texts } from '../messages'
import { useVerifyPhone } from '../queries'
import { sayFailure } from '../security/formFailure'

interface Values {
  code: string
}

const mistakesOf = ({ code }: Values): Mistakes<Values> => (/^\d{6}$/.test(code.replace(/\s/g, '')) ? {} : { code: texts.codeInvalid })

interface PhoneDialogProps {
  /** The last digits of the number that the code went to. */
  sentTo: string
  onAgain: () => void
  onClose: () => void
}

/** Takes the code that was sent to the number. */
export function PhoneDialog({ sentTo, onAgain, onClose }: PhoneDialogProps) {
  const form = useForm<Values>({ defaultValues: { code: '' }, resolver: resolverOf(mistakesOf) })
  const { register, formState } = form
  const { mutate, isPending } = useVerifyPhone()
  const submit = ({ code }: Values) =>
    mutate(code, {
      onSuccess: () => {
        toasts.success(texts.done, texts.doneText)
        onClose()
      },
      onError: (error) => sayFailure(form, error, texts.failed, texts.tryAgain),
    })
  return (
    <FormDialog isSecret form={form} title={texts.title} submit={texts.submit} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <Hint>{texts.sent(sentTo)}</Hint>
      <Field label={texts.code} error={formState.errors.code?.message}>
        {(props) => <Input {...props} {...register('code')} inputMode="numeric" autoComplete="one-time-code" />}
      </Field>
      <div>
        <Button onClick={onAgain}>{texts.again}</Button>
      </div>
    </FormDialog>
  )
}

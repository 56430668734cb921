import { styled } from '@mui/material/styles'
import { useForm } from 'react-hook-form'
import { fieldErrors, userMessage } from '@/api/errors'
import { useChangeContact } from '@/api/portal'
import { color, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { acts as texts } from '../../messages'

const Text = styled('p')({ ...type.body, color: color.muted })

interface Values {
  phone: string
  address: string
}

/** Changes how the tenant is reached. */
export function ReachDialog({ tenancyId, phone, address, onClose }: Values & { tenancyId: number; onClose: () => void }) {
  const change = useChangeContact()
  const form = useForm<Values>({
    defaultValues: { phone, address },
    resolver: resolverOf((values: Values) => (values.phone.trim().length < 10 ? { phone: texts.phoneMissing } : {})),
    shouldFocusError: false,
  })
  const { register, formState, setError } = form
  const send = (values: Values) =>
    change.mutate(
      { tenancyId, phone: values.phone.trim(), address: values.address.trim() || null },
      {
        onSuccess: () => {
          toasts.success(texts.reachDone, texts.reachDoneText)
          onClose()
        },
        onError: (error) => {
          const found = fieldErrors(error)
          for (const name of ['phone', 'address'] as const) if (found[name] !== undefined) setError(name, { type: 'server', message: found[name] })
          toasts.failure(texts.reachFailed, userMessage(error, texts.tryAgain))
        },
      },
    )
  return (
    <FormDialog form={form} title={texts.reach} submit={texts.save} order={['phone', 'address']} isPending={change.isPending} onSubmit={send} onClose={onClose}>
      <Text>{texts.reachIntro}</Text>
      <Field label={texts.phone} error={formState.errors.phone?.message}>
        {(control) => <Input {...control} {...register('phone')} type="tel" autoComplete="tel" />}
      </Field>
      <Field label={texts.address} hint={texts.addressHint} isOptional error={formState.errors.address?.message}>
        {(control) => <Input {...control} {...register('address')} autoComplete="street-address" />}
      </Field>
    </FormDialog>
  )
}

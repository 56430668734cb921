import { styled } from '@mui/material/styles'
import { useForm } from 'react-hook-form'
import { useFormatter } from '@/api/account'
import { fieldErrors, userMessage } from '@/api/errors'
import { useAskForPet } from '@/api/portal'
import { color, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { acts as texts } from '../../messages'

const Text = styled('p')({ ...type.body, color: color.muted })

/** Asks the landlord for a pet. */
export function PetDialog({ tenancyId, onClose }: { tenancyId: number; onClose: () => void }) {
  const format = useFormatter()
  const ask = useAskForPet()
  const form = useForm<{ pet: string }>({
    defaultValues: { pet: '' },
    resolver: resolverOf(({ pet }: { pet: string }) => (pet.trim().length < 2 ? { pet: texts.petMissing } : {})),
    shouldFocusError: false,
  })
  const { register, formState, setError } = form
  const send = ({ pet }: { pet: string }) =>
    ask.mutate(
      { tenancyId, pet: pet.trim() },
      {
        onSuccess: (asked) => {
          const by = asked.data?.answerByDate ?? null
          toasts.success(texts.petDone, by === null ? undefined : texts.petDoneBy(format.longDate(by)))
          onClose()
        },
        onError: (error) => {
          const { pet: said } = fieldErrors(error)
          if (said !== undefined) setError('pet', { type: 'server', message: said })
          toasts.failure(texts.petFailed, userMessage(error, texts.tryAgain))
        },
      },
    )
  return (
    <FormDialog form={form} title={texts.pet} submit={texts.petSubmit} order={['pet']} isPending={ask.isPending} onSubmit={send} onClose={onClose}>
      <Text>{texts.petIntro}</Text>
      <Field label={texts.petLabel} hint={texts.petHint} error={formState.errors.pet?.message}>
        {(control) => <Input {...control} {...register('pet')} maxLength={200} />}
      </Field>
    </FormDialog>
  )
}

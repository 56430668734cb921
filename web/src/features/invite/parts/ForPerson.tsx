import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Send } from 'lucide-react'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { fieldErrors, userMessage } from '@/api/errors'
import { media } from '@/theme/tokens'
import { Obstacle } from '@/ui/dialogParts'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { Panel } from '@/ui/Panel'
import { toasts } from '@/ui/toast/toasts'
import { invite as texts } from '../messages'
import { personMistakes, type Choice, type PersonValues } from '../model'
import { useMakeInvite } from '../queries'
import type { OfferForm } from '../useOffer'
import { InsideForm, Quiet } from './layout'

const Columns = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '16px 12px', alignItems: 'start', [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)' } })
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 })

/** An invitation to a named person, who gets a link of their own by mail. */
interface ForPersonProps {
  choice: Choice | null
  /** The terms of the home's offer. */
  offer: OfferForm
  /** The person whom it is filled in for. */
  person: Pick<PersonValues, 'name' | 'email'> | null
}

export function ForPerson({ choice, offer, person }: ForPersonProps) {
  const id = useId()
  const { register, formState, handleSubmit, setError, reset } = useForm<PersonValues>({ defaultValues: { name: person?.name ?? '', email: person?.email ?? '' }, resolver: resolverOf(personMistakes) })
  const { errors } = formState
  const { mutate, isPending } = useMakeInvite()
  const send = async ({ name, email }: PersonValues) => {
    const offered = await offer.read()
    if (choice === null || offered === undefined) return
    const address = email.trim()
    mutate(
      { ...choice, ...offered, name: name.trim(), email: address },
      {
        onSuccess: () => {
          toasts.success(texts.sent, texts.sentText(address))
          reset({ name: '', email: '' })
        },
        onError: (error) => {
          const { name: ofName, email: ofEmail } = fieldErrors(error)
          if (ofName !== undefined) setError('name', { type: 'server', message: ofName })
          if (ofEmail !== undefined) setError('email', { type: 'server', message: ofEmail })
          offer.refuse(error)
          toasts.failure(texts.sendFailed, userMessage(error, texts.sendFailedText))
        },
      },
    )
  }
  return (
    <Panel title={texts.person}>
      <InsideForm noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
        <Quiet>{texts.personText}</Quiet>
        <Columns>
          <Field label={texts.name} error={errors.name?.message}>
            {(control) => <Input {...control} {...register('name')} autoComplete="off" maxLength={100} />}
          </Field>
          <Field label={texts.email} error={errors.email?.message}>
            {(control) => <Input {...control} {...register('email')} type="email" autoComplete="off" maxLength={254} />}
          </Field>
        </Columns>
        <Foot>
          <Button
            type="submit"
            loading={isPending}
            disabled={choice === null}
            aria-describedby={choice === null ? id : undefined}
            startIcon={<Send size={16} strokeWidth={1.75} />}
          >
            {texts.send}
          </Button>
          {choice === null && <Obstacle id={id}>{texts.chooseFirst}</Obstacle>}
        </Foot>
      </InsideForm>
    </Panel>
  )
}

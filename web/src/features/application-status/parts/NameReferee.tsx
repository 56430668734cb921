import { styled } from '@mui/material/styles'
import { useForm } from 'react-hook-form'
import type { Application, ApplicationAccess } from '@/api/applications'
import { fieldErrors, userMessage } from '@/api/errors'
import { applicantRelationships } from '@/lib/applications'
import { longest } from '@/lib/contactRules'
import { color, type } from '@/theme/tokens'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { useNameReferee } from '../queries'
import { refereeBody, refereeMistakes, refereeOrder, refereeValues, type RefereeKind, type RefereeValues } from '../referees'
import { referees as texts } from '../referees.messages'

const Line = styled('p')({ ...type.body, color: color.muted })

/** Names another guarantor or employer, or mends their address: they get a link. */
export function NameReferee({ application, kind, access, onClose }: { application: Application; kind: RefereeKind; access: ApplicationAccess; onClose: () => void }) {
  const form = useForm<RefereeValues>({
    defaultValues: refereeValues(application, kind),
    resolver: resolverOf((values) => refereeMistakes(application, kind, values)),
    shouldFocusError: false,
  })
  useRecheck(form)
  const { register, formState, setError } = form
  const { errors } = formState
  const naming = useNameReferee(access)
  const submit = (values: RefereeValues) => {
    const body = refereeBody(values)
    naming.mutate(
      { kind, body },
      {
        onSuccess: () => {
          toasts.success(texts.named, texts.namedText(body.email))
          onClose()
        },
        onError: (error) => {
          const found = fieldErrors(error)
          for (const name of refereeOrder) if (found[name] !== undefined) setError(name, { type: 'server', message: found[name] })
          toasts.failure(texts.nameFailed, userMessage(error, texts.tryAgain))
        },
      },
    )
  }
  return (
    <FormDialog form={form} title={texts.nameTitles[kind]} submit={texts.submit} order={refereeOrder} isPending={naming.isPending} onSubmit={submit} onClose={onClose}>
      <Line>{texts.nameText}</Line>
      <Field label={texts.names[kind]} error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="off" maxLength={longest.name} />}
      </Field>
      <Field label={texts.email} error={errors.email?.message}>
        {(control) => <Input {...control} {...register('email')} type="email" autoComplete="off" maxLength={longest.email} />}
      </Field>
      <Field label={texts.phone} error={errors.phone?.message}>
        {(control) => <Input {...control} {...register('phone')} type="tel" autoComplete="off" maxLength={longest.phone} />}
      </Field>
      {kind === 'guarantor' && (
        <Field label={texts.relationship} error={errors.relationship?.message}>
          {(control) => <ChoiceSelect {...control} {...register('relationship')} names={applicantRelationships} placeholder={texts.choose} />}
        </Field>
      )}
    </FormDialog>
  )
}

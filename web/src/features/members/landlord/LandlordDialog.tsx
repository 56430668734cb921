import { styled } from '@mui/material/styles'
import { useForm, type FieldPath } from 'react-hook-form'
import type { Landlord } from '@/api/landlord'
import { fieldErrors, userMessage } from '@/api/errors'
import { color, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { LandlordFields } from '@/ui/landlord/LandlordFields'
import { landlordControl, landlordDetails, landlordMistakes, landlordOrder, landlordValues, type LandlordValues } from '@/ui/landlord/values'
import { toasts } from '@/ui/toast/toasts'
import { details as texts } from './messages'
import { useSaveLandlord } from './queries'

const Contact = styled('fieldset')({ display: 'flex', flexDirection: 'column', gap: 16, border: 0, margin: 0, padding: '16px 0 0', borderTop: `1px solid ${color.line}` })
const Legend = styled('h3')({ ...type.h2 })
const Hint = styled('p')({ ...type.small, color: color.muted })

interface Values extends LandlordValues {
  contactName: string
  contactPhone: string
  contactEmail: string
}

const said = (name: 'contactName' | 'contactPhone' | 'contactEmail', text: string) => (text.trim() === '' ? {} : { [name]: text.trim() })

/** The landlord's details, edited whole. */
export function LandlordDialog({ landlord, onClose }: { landlord: Landlord; onClose: () => void }) {
  const form = useForm<Values>({
    defaultValues: { ...landlordValues(landlord), contactName: landlord.contactName ?? '', contactPhone: landlord.contactPhone ?? '', contactEmail: landlord.contactEmail ?? '' },
    resolver: resolverOf((values) => landlordMistakes(values) as Mistakes<Values>),
    shouldFocusError: false,
  })
  useRecheck(form)
  const { mutate, isPending } = useSaveLandlord()
  const submit = (values: Values) =>
    mutate(
      {
        ...landlordDetails(values),
        ...said('contactName', values.contactName),
        ...said('contactPhone', values.contactPhone),
        ...said('contactEmail', values.contactEmail),
        version: landlord.version,
      },
      {
        onSuccess: () => {
          toasts.success(texts.saved)
          onClose()
        },
        onError: (error) => {
          const refused = Object.entries(fieldErrors(error))
          for (const [name, message] of refused) form.setError(landlordControl(name) as FieldPath<Values>, { type: 'server', message })
          if (refused.length === 0) toasts.failure(texts.failed, userMessage(error, texts.failedText))
        },
      },
    )
  const { errors } = form.formState
  return (
    <FormDialog
      form={form}
      title={texts.dialog}
      submit={texts.save}
      order={[...landlordOrder(form.getValues()), 'contactName', 'contactPhone', 'contactEmail']}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <LandlordFields />
      <Contact>
        <div>
          <Legend>{texts.contactTitle}</Legend>
          <Hint>{texts.contactHint}</Hint>
        </div>
        <Field label={texts.contactName} isOptional error={errors.contactName?.message}>
          {(control) => <Input {...control} {...form.register('contactName')} autoComplete="name" maxLength={200} />}
        </Field>
        <Field label={texts.contactPhone} isOptional error={errors.contactPhone?.message}>
          {(control) => <Input {...control} {...form.register('contactPhone')} type="tel" autoComplete="tel" maxLength={30} />}
        </Field>
        <Field label={texts.contactEmail} isOptional error={errors.contactEmail?.message}>
          {(control) => <Input {...control} {...form.register('contactEmail')} type="email" autoComplete="email" maxLength={254} />}
        </Field>
      </Contact>
    </FormDialog>
  )
}

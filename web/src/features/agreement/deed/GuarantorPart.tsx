import { CircleCheck } from 'lucide-react'
import { Controller, useFormContext } from 'react-hook-form'
import { signature as signatureTexts } from '@/lib/signature'
import { Badge } from '@/ui/Badge'
import { Input } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { Panel } from '@/ui/Panel'
import { SignaturePad } from '@/ui/signature/SignaturePad'
import { deed as texts } from './messages'
import type { DeedValues } from './model'
import { Fields, Later, Tick } from './parts'

/** The first part: the guarantor's consent, name and signature. It opens once the deed was read. */
export function GuarantorPart({ name, isOpen, isDone }: { name: string; isOpen: boolean; isDone: boolean }) {
  const { register, control, formState } = useFormContext<DeedValues>()
  return (
    <Panel
      title={texts.youSign}
      aside={
        isDone && (
          <Badge tone="success" icon={CircleCheck}>
            {texts.signed}
          </Badge>
        )
      }
    >
      {isOpen ? (
        <Fields>
          <Tick error={formState.errors.consent?.message} {...register('consent')}>
            {texts.consent}
          </Tick>
          <Field label={texts.fullName} hint={texts.nameHint(name)} error={formState.errors.name?.message}>
            {(props) => <Input {...props} {...register('name')} maxLength={200} autoComplete="name" />}
          </Field>
          <Controller
            control={control}
            name="signature"
            render={({ field, fieldState }) => <SignaturePad name="signature" label={signatureTexts.label} value={field.value} error={fieldState.error?.message} onChange={field.onChange} />}
          />
        </Fields>
      ) : (
        <Later>{texts.readFirst}</Later>
      )}
    </Panel>
  )
}

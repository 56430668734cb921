import { Users } from 'lucide-react'
import { Controller, useFormContext } from 'react-hook-form'
import { Input, TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { InfoPanel } from '@/ui/InfoPanel'
import { Panel } from '@/ui/Panel'
import { SignaturePad } from '@/ui/signature/SignaturePad'
import { useIsMobile } from '@/ui/useIsMobile'
import { deed as texts } from './messages'
import type { DeedValues } from './model'
import { Fields, Later, Tick } from './parts'

/** The second part: who saw the guarantor sign. It opens once they have signed. */
export function WitnessPart({ guarantor, tenant, isOpen }: { guarantor: string; tenant: string; isOpen: boolean }) {
  const { register, control, formState } = useFormContext<DeedValues>()
  const { errors } = formState
  const isPhone = useIsMobile()
  return (
    <Panel title={texts.witnessSigns}>
      {isOpen ? (
        <Fields>
          <InfoPanel tone="neutral" icon={Users} title={texts.seen} text={texts.seenText(tenant, isPhone)} />
          <Field label={texts.witnessName} error={errors.witnessName?.message}>
            {(props) => <Input {...props} {...register('witnessName')} maxLength={200} autoComplete="off" />}
          </Field>
          <Field label={texts.witnessAddress} error={errors.witnessAddress?.message}>
            {(props) => <TextArea {...props} {...register('witnessAddress')} maxLength={300} rows={3} autoComplete="off" />}
          </Field>
          <Field label={texts.occupation} isOptional error={errors.occupation?.message}>
            {(props) => <Input {...props} {...register('occupation')} maxLength={100} autoComplete="off" />}
          </Field>
          <Tick error={errors.witnessConsent?.message} {...register('witnessConsent')}>
            {texts.witnessConsent(guarantor)}
          </Tick>
          <Controller
            control={control}
            name="witnessSignature"
            render={({ field, fieldState }) => (
              <SignaturePad name="witnessSignature" label={texts.witnessSignature} value={field.value} error={fieldState.error?.message} onChange={field.onChange} />
            )}
          />
        </Fields>
      ) : (
        <Later>{texts.afterYou}</Later>
      )}
    </Panel>
  )
}

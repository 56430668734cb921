import { styled } from '@mui/material/styles'
import { useFormContext, type FieldPath } from 'react-hook-form'
import { media } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Field } from '@/ui/form/Field'
import { Input } from '@/ui/form/controls'
import { menu, profile } from './messages'
import type { Settings } from './model'
import { SettingsForm } from './parts/SettingsForm'

const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '20px 16px',
  padding: 20,
  alignItems: 'end',
  [media.mobile]: { gridTemplateColumns: '1fr', padding: 16 },
})
const Whole = styled('div')({ gridColumn: '1 / -1' })

/** /settings/profile */
export function Component() {
  return (
    <SettingsForm title={menu.profile.title} subtitle={menu.profile.text}>
      <Card aria-label={menu.profile.title}>
        <Grid>
          <Text name="firstName" autoComplete="given-name" />
          <Text name="lastName" autoComplete="family-name" />
          <Whole>
            <Text name="email" autoComplete="email" type="email" />
          </Whole>
          <Text name="phone" autoComplete="tel" type="tel" />
          <Text name="company" autoComplete="organization" />
        </Grid>
      </Card>
    </SettingsForm>
  )
}

function Text({ name, ...input }: { name: keyof typeof profile & FieldPath<Settings>; autoComplete: string; type?: string }) {
  const { register, formState } = useFormContext<Settings>()
  const { name: label, hint } = profile[name]
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message}>
      {(control) => <Input {...control} {...input} {...register(name)} maxLength={200} />}
    </Field>
  )
}

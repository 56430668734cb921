import { useFormContext, useWatch } from 'react-hook-form'
import { TimeInput } from '@/ui/form/TimeInput'
import { SettingField } from '@/ui/SettingRow'
import { notifications as texts } from '../messages'
import type { Settings } from '../model'
import { SettingSelect, SettingSwitch } from '../parts/fields'

/** Asks when news comes: as one mail, and never at night. */
export function Times() {
  const { register, control, formState } = useFormContext<Settings>()
  const isQuiet = useWatch({ control, name: 'quietHours' })
  const time = (name: 'quietFrom' | 'quietUntil', words: { name: string; hint?: string }) => (
    <SettingField label={words.name} hint={words.hint} error={formState.errors[name]?.message} width={130}>
      {(props) => <TimeInput {...props} {...register(name)} />}
    </SettingField>
  )
  return (
    <>
      <SettingSelect name="digest" nameOf={(option) => texts.digests[option as keyof typeof texts.digests]} />
      <SettingSwitch name="quietHours" />
      {isQuiet && (
        <>
          {time('quietFrom', texts.quietFrom)}
          {time('quietUntil', texts.quietUntil)}
        </>
      )}
    </>
  )
}

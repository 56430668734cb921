import { useFormContext } from 'react-hook-form'
import { Select } from '@/ui/form/Select'
import { SettingField, SwitchRow } from '@/ui/SettingRow'
import { selects, switches } from '../messages'
import { options, type SelectName, type Settings, type SwitchName } from '../model'

/** A setting that is on or off; with a reason, one that cannot be chosen here and stays as it is. */
export function SettingSwitch({ name, unavailable }: { name: SwitchName; unavailable?: string }) {
  const { register, getValues } = useFormContext<Settings>()
  const words = switches[name]
  if (unavailable !== undefined) return <SwitchRow label={words.name} hint={unavailable} defaultChecked={getValues(name)} disabled />
  return <SwitchRow label={words.name} hint={words.hint} {...register(name)} />
}

/** A setting that is one of a few. */
export function SettingSelect({ name, nameOf = (option) => option }: { name: SelectName; /** What an option is called. */ nameOf?: (option: string) => string }) {
  const { register, formState } = useFormContext<Settings>()
  const words = selects[name]
  return (
    <SettingField label={words.name} hint={words.hint} error={formState.errors[name]?.message} width={220}>
      {(control) => (
        <Select {...control} {...register(name)}>
          {options[name].map((option) => (
            <option key={option} value={option}>
              {nameOf(option)}
            </option>
          ))}
        </Select>
      )}
    </SettingField>
  )
}

import { useFormContext } from 'react-hook-form'
import { Select } from '@/ui/form/Select'
import { SettingField, SwitchRow } from '@/ui/SettingRow'
import { selects, switches } from '../messages'
import { options, type SelectName, type Settings, type SwitchName } from '../model'

/** A setting that is on or off. One that has no effect here is shown as off, with the reason, and stays saved as it is. */
export function SettingSwitch({ name, unusable }: { name: SwitchName; /** Why it has no effect in this installation, if so. */ unusable?: string | undefined }) {
  const { register } = useFormContext<Settings>()
  const words = switches[name]
  // Another control, so that it does not stay as the one that was there until the reason was known.
  if (unusable !== undefined) return <SwitchRow key="unusable" label={words.name} hint={unusable} disabled />
  return <SwitchRow label={words.name} hint={words.hint} {...register(name)} />
}

/** A setting that is one of a few. */
export function SettingSelect({ name, nameOf = (option) => option }: { name: SelectName; /** Returns the name of an option. */ nameOf?: (option: string) => string }) {
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

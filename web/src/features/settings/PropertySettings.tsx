import { useUser } from '@/api/session'
import { Panel } from '@/ui/Panel'
import { menu, property } from './messages'
import { SettingSelect, SettingSwitch } from './parts/fields'
import { SettingsForm } from './parts/SettingsForm'

/** /settings/property: for those who have no properties, how amounts and days are shown to them. */
export function Component() {
  const isLandlord = useUser().role === 'Landlord'
  const words = isLandlord ? menu.property : menu.formats
  return (
    <SettingsForm title={words.title} subtitle={words.text}>
      {isLandlord && (
        <Panel title={property.defaults}>
          <SettingSelect name="defaultInspectionFrequency" nameOf={property.months} />
          <SettingSelect name="defaultReminderDays" nameOf={property.days} />
        </Panel>
      )}
      <Panel title={property.formats}>
        <SettingSelect name="currency" nameOf={(currency) => property.currencies[currency] ?? currency} />
        <SettingSelect name="dateFormat" />
      </Panel>
      {isLandlord && (
        <Panel title={property.automation}>
          <SettingSwitch name="autoRentCalculation" />
          <SettingSwitch name="maintenanceAutoAssign" />
        </Panel>
      )}
    </SettingsForm>
  )
}

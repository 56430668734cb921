import { useUser } from '@/api/session'
import { Panel } from '@/ui/Panel'
import { YourData } from './data/YourData'
import { menu, security } from './messages'
import { SettingSelect, SettingSwitch } from './parts/fields'
import { SettingsForm } from './parts/SettingsForm'
import { SecurityLog } from './security/SecurityLog'
import { Sessions } from './security/Sessions'
import { SignInPanel } from './security/SignInPanel'

/** /settings/security */
export function Component() {
  const isLandlord = useUser().role === 'Landlord'
  const words = isLandlord ? menu.security : menu.securityPersonal
  return (
    <SettingsForm
      title={words.title}
      subtitle={words.text}
      above={<SignInPanel />}
      below={
        <>
          <Sessions />
          <YourData />
          <SecurityLog />
        </>
      }
    >
      <Panel title={security.signingIn}>
        <SettingSwitch name="loginNotifications" />
        <SettingSwitch name="passwordChangeRequired" />
      </Panel>
      <Panel title={security.session}>
        <SettingSelect name="sessionTimeout" nameOf={security.minutes} />
      </Panel>
      {isLandlord && (
        <Panel title={security.data}>
          <SettingSwitch name="dataBackup" />
        </Panel>
      )}
    </SettingsForm>
  )
}

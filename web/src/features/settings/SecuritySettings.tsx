import { useUser } from '@/api/session'
import { Panel } from '@/ui/Panel'
import { Backups } from './data/Backups'
import { YourData } from './data/YourData'
import { menu, security } from './messages'
import { SettingSelect, SettingSwitch } from './parts/fields'
import { SettingsForm } from './parts/SettingsForm'
import { Browsers } from './security/Browsers'
import { SecurityLog } from './security/SecurityLog'
import { Sessions } from './security/Sessions'
import { SignInPanel } from './security/SignInPanel'

/** /settings/security */
export function Component() {
  const { role, organisation } = useUser()
  const isLandlord = role === 'Landlord'
  // A backup holds all of the organisation's data: an Owner's to have.
  const isOwner = isLandlord && organisation?.grade === 'Owner'
  const words = isLandlord ? menu.security : menu.securityPersonal
  return (
    <SettingsForm
      title={words.title}
      subtitle={words.text}
      above={<SignInPanel />}
      below={
        <>
          {isOwner && <Backups />}
          <Sessions />
          <Browsers />
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
      {isOwner && (
        <Panel title={security.data}>
          <SettingSwitch name="dataBackup" />
        </Panel>
      )}
    </SettingsForm>
  )
}

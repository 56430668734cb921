import { useWays } from '@/api/notifications'
import { useUser } from '@/api/session'
import { Panel } from '@/ui/Panel'
import { menu, notifications } from './messages'
import { channels, topicsOf, wayOf } from './model'
import { PhoneRow } from './notifications/PhoneRow'
import { PushHere } from './notifications/PushHere'
import { Times } from './notifications/Times'
import { SettingSwitch } from './parts/fields'
import { SettingsForm } from './parts/SettingsForm'
import { TenantMails } from './tenantMails/TenantMails'

/** /settings/notifications */
export function Component() {
  const { role, organisation } = useUser()
  const topics = topicsOf[role]
  const ways = useWays().data
  return (
    <SettingsForm title={menu.notifications.title} subtitle={menu.notifications.text} below={organisation !== null && <TenantMails />}>
      <Panel title={notifications.channels}>
        {channels.map((name) => (
          <SettingSwitch key={name} name={name} unusable={ways?.[wayOf[name]].whyNot ?? undefined} />
        ))}
        {ways?.sms.available === true && <PhoneRow />}
        {ways?.push.available === true && <PushHere />}
      </Panel>
      {topics.length > 0 && (
        <Panel title={notifications.topics}>
          {topics.map((name) => (
            <SettingSwitch key={name} name={name} />
          ))}
        </Panel>
      )}
      <Panel title={notifications.times}>
        <Times />
      </Panel>
    </SettingsForm>
  )
}

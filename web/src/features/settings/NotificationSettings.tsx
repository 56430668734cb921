import { useUser } from '@/api/session'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { menu, notifications } from './messages'
import { channels, topicsOf } from './model'
import { SettingSwitch } from './parts/fields'
import { SettingsForm } from './parts/SettingsForm'

/** /settings/notifications */
export function Component() {
  const topics = topicsOf[useUser().role]
  return (
    <SettingsForm title={menu.notifications.title} subtitle={menu.notifications.text}>
      <Notice title={notifications.laterTitle} text={notifications.laterText} />
      <Panel title={notifications.channels}>
        {channels.map((name) => (
          <SettingSwitch key={name} name={name} />
        ))}
      </Panel>
      {topics.length > 0 && (
        <Panel title={notifications.topics}>
          {topics.map((name) => (
            <SettingSwitch key={name} name={name} />
          ))}
        </Panel>
      )}
    </SettingsForm>
  )
}

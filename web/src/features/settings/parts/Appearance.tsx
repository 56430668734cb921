import { useColorScheme } from '@mui/material/styles'
import { Panel } from '@/ui/Panel'
import { Segments } from '@/ui/Segments'
import { SettingRow } from '@/ui/SettingRow'
import { menu } from '../messages'

/** Light, dark, or as the device has it; kept on this device and at once. */
export function Appearance() {
  const { mode = 'system', setMode } = useColorScheme()
  return (
    <Panel title={menu.appearance}>
      <SettingRow label={menu.theme} hint={menu.themeHint} isWide>
        <Segments label={menu.theme} value={mode} options={menu.schemes} onChange={setMode} />
      </SettingRow>
    </Panel>
  )
}

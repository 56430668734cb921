import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { color } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { DownloadButton } from './DownloadButton'
import { data as texts } from './messages'

/** Everything held about the account, to take along or to have erased. */
export function YourData() {
  return (
    <Panel title={texts.title}>
      <SettingRow label={texts.download} hint={texts.downloadHint} isWide>
        <DownloadButton />
      </SettingRow>
      <SettingRow label={texts.remove} hint={texts.removeHint} isWide>
        <Button component={Link} to={paths.settingsDeleteAccount} sx={{ color: color.danger, borderColor: color.danger }}>
          {texts.removeButton}
        </Button>
      </SettingRow>
    </Panel>
  )
}

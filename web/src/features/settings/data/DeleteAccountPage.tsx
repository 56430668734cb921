import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { useUser } from '@/api/session'
import { paths } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { SubPage } from '@/ui/SubPage'
import { AloneNotice } from './AloneNotice'
import { DeleteAccountForm } from './DeleteAccountForm'
import { DownloadButton } from './DownloadButton'
import { data, removal as texts } from './messages'

const List = styled('ul')({
  ...type.body,
  display: 'grid',
  gap: 6,
  padding: '14px 20px 16px 38px',
  listStyle: 'disc',
  '& li::marker': { color: color.faint },
  [media.mobile]: { padding: '14px 16px 16px 34px' },
})
const Inner = styled('div')({ padding: 20, [media.mobile]: { padding: 16 } })

/** /settings/delete-account: what goes, what stays and why, and the last question. */
export function Component() {
  const isLandlord = useUser().role === 'Landlord'
  return (
    <SubPage title={texts.title} subtitle={texts.subtitle} parent={{ path: paths.settingsSecurity, name: texts.back }}>
      {isLandlord && <AloneNotice />}
      <Panel title={texts.goesTitle}>
        <List>
          {texts.goes.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </List>
      </Panel>
      <Panel title={texts.staysTitle}>
        {texts.stays.map(({ name, why }) => (
          <SettingRow key={name} label={name} hint={why} />
        ))}
      </Panel>
      <Panel title={texts.keepTitle}>
        <SettingRow label={data.download} hint={isLandlord ? texts.keepHint : data.downloadHint} isWide>
          <DownloadButton />
        </SettingRow>
      </Panel>
      <Panel title={texts.formTitle}>
        <Inner>
          <DeleteAccountForm
            cancel={
              <Button component={Link} to={paths.settingsSecurity}>
                {texts.keep}
              </Button>
            }
          />
        </Inner>
      </Panel>
    </SubPage>
  )
}

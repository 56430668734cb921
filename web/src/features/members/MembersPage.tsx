import { styled } from '@mui/material/styles'
import { useUser } from '@/api/session'
import { paths } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { SubPage } from '@/ui/SubPage'
import { LandlordPanel } from './landlord/LandlordPanel'
import { grades, members as texts } from './messages'
import { Invitations } from './parts/Invitations'
import { MemberList } from './parts/MemberList'
import { OrganisationPanel } from './parts/OrganisationPanel'

const Note = styled('p')({ ...type.small, color: color.muted })

/** /settings/members */
export function Component() {
  const grade = useUser().organisation?.grade
  const isOwner = grade === 'Owner'
  return (
    <SubPage title={texts.title} subtitle={texts.subtitle} parent={{ path: paths.settings, name: texts.back }}>
      {!isOwner && <Note>{texts.readOnly}</Note>}
      <OrganisationPanel isOwner={isOwner} />
      <LandlordPanel mayWrite={grade !== undefined && grade !== 'Viewer'} />
      <MemberList isOwner={isOwner} />
      {isOwner && <Invitations />}
      <Panel title={texts.gradesTitle}>
        {Object.entries(grades).map(([grade, may]) => (
          <SettingRow key={grade} label={grade} hint={may} />
        ))}
      </Panel>
    </SubPage>
  )
}

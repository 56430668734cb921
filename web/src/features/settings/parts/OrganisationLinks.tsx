import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ChevronRight, KeyRound, Signature, Users, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { isGiven, nameLandlord } from '@/api/landlord'
import { typographic } from '@/lib/format'
import { landlordDetails, paths, renameOrganisation } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { menu } from '../messages'
import { useKeyCount, useLandlord, useMemberCount } from '../queries'

const Row = styled(Link)({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  minHeight: 56,
  padding: '8px 20px',
  color: color.ink,
  fontWeight: 400,
  borderTop: `1px solid ${color.line}`,
  '&:hover': { backgroundColor: color.sunken, textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -3 },
  '& svg': { flex: 'none', color: color.muted },
  [media.mobile]: { padding: '8px 16px' },
})
const Name = styled('span')({ ...type.body, fontWeight: 580, flex: 'none', width: 96 })
const Text = styled('span')({ flex: 1, color: color.muted })

/** Links to what belongs to the organisation and not to the person: its name, which an Owner changes, its members, and the keys of Owners. */
export function OrganisationLinks({ name, isOwner }: { name: string; isOwner: boolean }) {
  const members = useMemberCount().data
  const keys = useKeyCount(isOwner).data
  const landlord = useLandlord().data
  return (
    <Panel title={menu.organisation}>
      <SettingRow label={typographic(name)}>
        {isOwner && (
          <Button component={Link} to={renameOrganisation}>
            {menu.rename}
          </Button>
        )}
      </SettingRow>
      <LinkRow path={landlordDetails} icon={Signature} title={menu.landlord.title} text={landlord === undefined ? '' : isGiven(landlord) ? nameLandlord(landlord) : menu.landlord.none} />
      <LinkRow path={paths.settingsMembers} icon={Users} title={menu.members.title} text={members === undefined ? '' : menu.members.text(members)} />
      {isOwner && <LinkRow path={paths.settingsApiKeys} icon={KeyRound} title={menu.apiKeys.title} text={keys === undefined ? '' : menu.apiKeys.text(keys)} />}
    </Panel>
  )
}

function LinkRow({ path, icon: Icon, title, text }: { path: string; icon: LucideIcon; title: string; text: string }) {
  return (
    <Row to={path}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      <Name>{title}</Name>
      <Text>{text}</Text>
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
    </Row>
  )
}

import { styled } from '@mui/material/styles'
import { ChevronRight, KeyRound, Users, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { menu } from '../messages'

const Row = styled(Link)({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  minHeight: 56,
  padding: '8px 20px',
  color: color.ink,
  fontWeight: 400,
  '& + &': { borderTop: `1px solid ${color.line}` },
  '&:hover': { backgroundColor: color.sunken, textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -3 },
  '& svg': { flex: 'none', color: color.muted },
  [media.mobile]: { padding: '8px 16px' },
})
const Name = styled('span')({ ...type.body, fontWeight: 580, flex: 'none', width: 96 })
const Text = styled('span')({ flex: 1, color: color.muted })

/** What belongs to the organisation and not to the person; the keys are an Owner's. */
export function OrganisationLinks({ isOwner }: { isOwner: boolean }) {
  return (
    <Panel title={menu.organisation}>
      <Way path={paths.settingsMembers} icon={Users} {...menu.members} />
      {isOwner && <Way path={paths.settingsApiKeys} icon={KeyRound} {...menu.apiKeys} />}
    </Panel>
  )
}

function Way({ path, icon: Icon, title, text }: { path: string; icon: LucideIcon; title: string; text: string }) {
  return (
    <Row to={path}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      <Name>{title}</Name>
      <Text>{text}</Text>
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
    </Row>
  )
}

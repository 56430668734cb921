import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { LogOut } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useCompany, useFullName, type User } from '@/api/account'
import { useLogout } from '@/api/session'
import { initials, typographic } from '@/lib/format'
import { shell } from '@/lib/messages'
import { color, media, radius, type } from '@/theme/tokens'

const OrganisationSwitch = lazy(async () => ({ default: (await import('./OrganisationSwitch')).OrganisationSwitch }))

const Box = styled('div')({ padding: '14px 10px', borderTop: `1px solid ${color.line}` })
const Who = styled('div')({ display: 'flex', alignItems: 'center', gap: 10, padding: '2px 8px 8px', minWidth: 0 })

const Tile = styled('span')({
  ...type.small,
  display: 'grid',
  placeContent: 'center',
  flex: 'none',
  width: 34,
  height: 34,
  borderRadius: radius.tile,
  backgroundColor: color.accent,
  color: color.onAccent,
  fontWeight: 600,
})

const Name = styled('p')({ ...type.body, fontWeight: 580, overflowWrap: 'anywhere' })
const Organisation = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })

const Logout = styled(ButtonBase)({
  ...type.body,
  display: 'flex',
  justifyContent: 'flex-start',
  gap: 12,
  width: '100%',
  minHeight: 36,
  padding: '0 11px',
  borderRadius: radius.control,
  color: color.muted,
  fontWeight: 480,
  '&:hover': { backgroundColor: color.hover },
  [media.mobile]: { minHeight: 46, fontSize: 16 },
})

/** Shows the user, the organisation they act for, and the way out. */
export function AccountFooter({ user }: { user: User }) {
  const name = useFullName()
  const company = useCompany()
  const logout = useLogout()
  return (
    <Box>
      <Who>
        <Tile aria-hidden="true">{initials(name)}</Tile>
        <div style={{ minWidth: 0 }}>
          <Name>{name}</Name>
          {user.organisation !== null && (
            <Organisation>
              {company || typographic(user.organisation.name)}
              {user.organisation.grade === 'Viewer' && ` (${shell.readOnly})`}
            </Organisation>
          )}
        </div>
      </Who>
      <Suspense>{user.organisation !== null && <OrganisationSwitch />}</Suspense>
      <Logout onClick={() => void logout()}>
        <LogOut size={18} strokeWidth={1.75} aria-hidden="true" />
        {shell.logout}
      </Logout>
    </Box>
  )
}

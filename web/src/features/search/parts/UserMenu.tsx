import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router'
import { useLogout } from '@/api/session'
import { paths } from '@/lib/paths'
import { color, radius, type } from '@/theme/tokens'
import { search as texts } from '../messages'

const item = {
  ...type.body,
  minHeight: 38,
  color: color.ink,
  '&:hover': { textDecoration: 'none', backgroundColor: color.hover },
  '&.Mui-focusVisible': { backgroundColor: color.hover, outline: `2px solid ${color.accent}`, outlineOffset: -3 },
}

interface UserMenuProps {
  id: string
  /** The button that opened it, which names it. */
  opener: string
  anchor: HTMLElement | null
  onClose: () => void
}

/** The three ways of the user menu (docs/reference/decisions.md 7). */
export function UserMenu({ id, opener, anchor, onClose }: UserMenuProps) {
  const logout = useLogout()
  return (
    <Menu
      id={id}
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        list: { 'aria-labelledby': opener },
        paper: { sx: { marginTop: '4px', minWidth: 200, border: `1px solid ${color.line}`, borderRadius: `${radius.card}px`, backgroundColor: color.surface, boxShadow: `0 12px 32px -8px ${color.shadow}` } },
      }}
    >
      <MenuItem component={Link} to={paths.settingsProfile} sx={item}>
        {texts.profile}
      </MenuItem>
      <MenuItem component={Link} to={paths.settingsProperty} sx={item}>
        {texts.preferences}
      </MenuItem>
      <MenuItem onClick={() => void logout()} sx={item}>
        {texts.signOut}
      </MenuItem>
    </Menu>
  )
}

import { styled } from '@mui/material/styles'
import { NavLink } from 'react-router'
import { shell } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import type { NavigationItem } from './navigation'

const Bar = styled('nav')({
  position: 'fixed',
  zIndex: 1100,
  right: 0,
  bottom: 0,
  left: 0,
  paddingBottom: 'env(safe-area-inset-bottom)',
  backgroundColor: color.surface,
  borderTop: `1px solid ${color.line}`,
  '& ul': { display: 'flex' },
  '& li': { flex: 1, minWidth: 0 },
})

const Tab = styled(NavLink)({
  ...type.mini,
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 4,
  height: 60,
  color: color.muted,
  fontWeight: 480,
  '&:hover': { textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -3 },
  '&[aria-current="page"]': { color: color.accent, fontWeight: 600 },
  // The beam over the tab that is open.
  '&[aria-current="page"]::before': {
    content: '""',
    position: 'absolute',
    top: -1,
    width: 36,
    height: 3,
    backgroundColor: color.accent,
  },
})

/** The tabs at the bottom of mobile screens; one alone would lead nowhere. */
export function TabBar({ items }: { items: readonly NavigationItem[] }) {
  const tabs = items.filter(({ isTab }) => isTab)
  if (tabs.length < 2) return null
  return (
    <Bar aria-label={shell.tabs}>
      <ul>
        {tabs.map(({ path, name, icon: Icon }) => (
          <li key={path}>
            <Tab to={path} end={path === paths.home}>
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              {name}
            </Tab>
          </li>
        ))}
      </ul>
    </Bar>
  )
}

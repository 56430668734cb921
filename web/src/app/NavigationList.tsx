import { styled } from '@mui/material/styles'
import { Suspense } from 'react'
import { NavLink } from 'react-router'
import { shell } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { color, media, radius, type } from '@/theme/tokens'
import type { NavigationItem } from './navigation'
import { optional } from './optional'

const MaintenanceCount = optional(async () => (await import('./MaintenanceCount')).MaintenanceCount)

const Nav = styled('nav')({ flex: 1, padding: '0 10px', '& li + li': { marginTop: 2 } })

const Item = styled(NavLink)({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 36,
  padding: '0 11px',
  borderRadius: radius.control,
  fontWeight: 480,
  color: color.muted,
  '&:hover': { backgroundColor: color.hover, textDecoration: 'none' },
  '&[aria-current="page"]': { backgroundColor: color.accentSoft, color: color.ink, fontWeight: 600, '& svg': { color: color.accent } },
  [media.mobile]: { minHeight: 46, fontSize: 16 },
})

/** The items of the navigation; the same in the sidebar and in the menu. */
export function NavigationList({ items, onChoose }: { items: readonly NavigationItem[]; onChoose?: () => void }) {
  return (
    <Nav aria-label={shell.nav}>
      <ul>
        {items.map(({ path, name, icon: Icon }) => (
          <li key={path}>
            <Item to={path} end={path === paths.home} onClick={onChoose}>
              {({ isActive }) => (
                <>
                  <Icon size={18} strokeWidth={isActive ? 2 : 1.75} aria-hidden="true" />
                  {name}
                  {path === paths.maintenance && (
                    <Suspense>
                      <MaintenanceCount />
                    </Suspense>
                  )}
                </>
              )}
            </Item>
          </li>
        ))}
      </ul>
    </Nav>
  )
}

import ButtonBase from '@mui/material/ButtonBase'
import Drawer from '@mui/material/Drawer'
import { styled } from '@mui/material/styles'
import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import type { User } from '@/api/account'
import { shell } from '@/lib/messages'
import { color, radius } from '@/theme/tokens'
import { Wordmark } from '@/ui/Wordmark'
import { AccountFooter } from './AccountFooter'
import type { NavigationItem } from './navigation'
import { NavigationList } from './NavigationList'

const Bar = styled('header')({
  position: 'fixed',
  zIndex: 1100,
  top: 0,
  left: 0,
  right: 0,
  boxSizing: 'border-box',
  height: 56,
  padding: '0 8px 0 16px',
  backgroundColor: color.surface,
  borderBottom: `1px solid ${color.line}`,
})

const Top = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', height: '100%' })
const MenuTop = styled(Top)({ flex: 'none', height: 56, padding: '0 8px 0 20px', marginBottom: 4 })
const IconButton = styled(ButtonBase)({ width: 44, height: 44, borderRadius: radius.control, color: color.ink })

/** The bar at the top of mobile screens, and the menu behind its button. */
export function MobileBar({ items, user }: { items: readonly NavigationItem[]; user: User }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Bar>
      <Top>
        <Wordmark />
        <IconButton aria-label={shell.openMenu} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
          <Menu size={22} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </Top>
      <Drawer
        anchor="right"
        open={isOpen}
        onClose={close}
        slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': shell.menu, sx: { width: 296, maxWidth: '88vw' } } }}
      >
        <MenuTop>
          <Wordmark />
          <IconButton aria-label={shell.closeMenu} onClick={close}>
            <X size={20} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </MenuTop>
        <NavigationList items={items} onChoose={close} />
        <AccountFooter user={user} />
      </Drawer>
    </Bar>
  )
}

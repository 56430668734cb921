import Drawer from '@mui/material/Drawer'
import { styled } from '@mui/material/styles'
import { X } from 'lucide-react'
import type { User } from '@/api/account'
import { shell } from '@/lib/messages'
import { Wordmark } from '@/ui/Wordmark'
import { AccountFooter } from './AccountFooter'
import { BarButton, BarTop } from './barParts'
import type { NavigationItem } from './navigation'
import { NavigationList } from './NavigationList'

const Top = styled(BarTop)({ flex: 'none', height: 56, padding: '0 8px 0 20px', marginBottom: 4 })

interface MobileMenuProps {
  isOpen: boolean
  onClose: () => void
  items: readonly NavigationItem[]
  user: User
}

/** The whole navigation on mobile screens, over the screen. */
export function MobileMenu({ isOpen, onClose, items, user }: MobileMenuProps) {
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': shell.menu, sx: { width: 296, maxWidth: '88vw' } } }}
    >
      <Top>
        <Wordmark />
        <BarButton aria-label={shell.closeMenu} onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </BarButton>
      </Top>
      <NavigationList items={items} onChoose={onClose} />
      <AccountFooter user={user} />
    </Drawer>
  )
}

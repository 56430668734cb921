import { styled } from '@mui/material/styles'
import { Menu } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { User } from '@/api/account'
import { breathe } from '@/lib/breathe'
import { shell } from '@/lib/messages'
import { color } from '@/theme/tokens'
import { Wordmark } from '@/ui/Wordmark'
import { BarButton, BarTop } from './barParts'
import type { NavigationItem } from './navigation'

const loadMenu = () => import('./MobileMenu')
const MobileMenu = lazy(async () => ({ default: (await loadMenu()).MobileMenu }))

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

const Buttons = styled('div')({ display: 'flex', alignItems: 'center' })

/** The bar at the top of mobile screens, and the menu behind its button. */
export function MobileBar({ items, user, aside }: { items: readonly NavigationItem[]; user: User; /** The content beside its button. */ aside: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  // It is there when it is tapped, and nothing that the first paint waits for.
  useEffect(() => {
    void breathe()
      .then(loadMenu)
      .catch(() => undefined)
  }, [])
  return (
    <Bar>
      <BarTop>
        <Wordmark />
        <Buttons>
          {aside}
          <BarButton aria-label={shell.openMenu} aria-haspopup="dialog" aria-expanded={isOpen} onClick={open}>
            <Menu size={22} strokeWidth={1.75} aria-hidden="true" />
          </BarButton>
        </Buttons>
      </BarTop>
      <Suspense>{wasOpened && <MobileMenu isOpen={isOpen} onClose={() => setOpen(false)} items={items} user={user} />}</Suspense>
    </Bar>
  )
}

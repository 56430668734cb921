import { styled } from '@mui/material/styles'
import { Suspense } from 'react'
import { Outlet } from 'react-router'
import type { User } from '@/api/account'
import { Bell } from '@/features/notifications/Bell'
import { common, shell } from '@/lib/messages'
import { color, media, radius, type } from '@/theme/tokens'
import { HeadEnd } from '@/ui/headEnd'
import { PageSkeleton } from '@/ui/PageSkeleton'
import { useIsMobileNow } from '@/ui/useIsMobile'
import { MobileBar } from './MobileBar'
import { navigationOf } from './navigation'
import { optional } from './optional'
import { Sidebar } from './Sidebar'
import { TabBar } from './TabBar'

const UrgentCount = optional(async () => (await import('./UrgentCount')).UrgentCount)
const UnreadCount = optional(async () => (await import('./UnreadCount')).UnreadCount)
const PushListener = optional(async () => (await import('./PushListener')).PushListener)

const bell = <Bell />

const SkipLink = styled('a')({
  position: 'fixed',
  zIndex: 1400,
  top: 8,
  left: 8,
  padding: '10px 14px',
  borderRadius: radius.control,
  backgroundColor: color.accent,
  color: color.onAccent,
  '&:not(:focus)': { clipPath: 'inset(50%)', height: 1, width: 1, padding: 0, overflow: 'hidden' },
})

const Frame = styled('div')({ display: 'flex', minHeight: '100dvh', [media.mobile]: { display: 'block' } })

const Main = styled('main')({
  flex: 1,
  minWidth: 0,
  padding: 24,
  paddingTop: 28,
  [media.widest]: { padding: '28px 32px 32px' },
  [media.mobile]: { padding: '72px 16px 84px' },
  '&:focus': { outline: 'none' },
})

const Content = styled('div')({ maxWidth: 1240, marginInline: 'auto' })
const Who = styled('p')({ ...type.small, color: color.muted, marginBottom: 8 })

/** The frame of all screens behind the sign-in: navigation, the way past it, and the screen. */
export function Component({ user }: { user: User }) {
  const isMobile = useIsMobileNow()
  const items = navigationOf(user.role)
  return (
    <>
      <SkipLink href="#main">{common.skip}</SkipLink>
      <Frame>
        {isMobile ? <MobileBar items={items} user={user} aside={bell} /> : <Sidebar items={items} user={user} />}
        <Main id="main" tabIndex={-1}>
          <Content>
            {isMobile && <Who>{shell.loggedInAs(user.name)}</Who>}
            <HeadEnd value={isMobile ? null : bell}>
              <Suspense fallback={<PageSkeleton />}>
                <Outlet />
              </Suspense>
            </HeadEnd>
          </Content>
        </Main>
        {isMobile && <TabBar items={items} />}
        <Suspense>
          {user.role === 'Landlord' ? <UrgentCount /> : <UnreadCount />}
          {'serviceWorker' in navigator && <PushListener />}
        </Suspense>
      </Frame>
    </>
  )
}

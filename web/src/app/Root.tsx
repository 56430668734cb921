import { Outlet, ScrollRestoration } from 'react-router'
import { SessionProvider } from '@/api/session'
import { ToastHost } from '@/ui/toast/ToastHost'

/** Draws the parts of every page: the session, the place of its toasts, and where one was on it. */
export function Root() {
  return (
    <SessionProvider>
      <Outlet />
      <ToastHost />
      <ScrollRestoration />
    </SessionProvider>
  )
}

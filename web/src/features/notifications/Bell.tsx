import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { Bell as Icon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useUnread } from '@/api/notifications'
import { color, media, radius, type } from '@/theme/tokens'
import { bell as texts } from './bell.messages'

const NotificationsPanel = lazy(async () => ({ default: (await import('./NotificationsPanel')).NotificationsPanel }))

const Opener = styled(ButtonBase)({
  ...type.body,
  flex: 'none',
  gap: 8,
  minWidth: 38,
  height: 36,
  padding: '0 9px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  backgroundColor: color.surface,
  color: color.ink,
  fontWeight: 560,
  '&:hover, &[aria-expanded=true]': { backgroundColor: color.hover },
  [media.mobile]: { minWidth: 44, height: 44, borderColor: 'transparent' },
})

/** The bell of every signed-in screen, with how many notifications are unread. */
export function Bell() {
  const unread = useUnread()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Opener aria-label={texts.name(unread)} aria-haspopup="dialog" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        {unread > 0 && <span aria-hidden="true">{texts.count(unread)}</span>}
      </Opener>
      <Suspense>{anchor !== null && <NotificationsPanel anchor={anchor} onClose={() => setAnchor(null)} />}</Suspense>
    </>
  )
}

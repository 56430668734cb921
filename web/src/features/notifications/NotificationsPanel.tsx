import Dialog from '@mui/material/Dialog'
import Popover from '@mui/material/Popover'
import { color, radius } from '@/theme/tokens'
import { useIsMobile } from '@/ui/useIsMobile'
import { Content } from './parts/Content'

const titleId = 'lintel-notifications'

const paper = {
  display: 'flex',
  flexDirection: 'column',
  width: 400,
  maxHeight: 'min(760px, calc(100dvh - 96px))',
  marginTop: '8px',
  border: `1px solid ${color.line}`,
  borderRadius: `${String(radius.card)}px`,
  backgroundColor: color.surface,
  boxShadow: `0 12px 32px -8px ${color.shadow}`,
} as const

/** Shows the notifications: below the bell, on mobile screens over the whole screen. */
export function NotificationsPanel({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const isMobile = useIsMobile()
  const content = <Content titleId={titleId} onClose={onClose} />
  if (isMobile) {
    return (
      <Dialog open fullScreen onClose={onClose} aria-labelledby={titleId}>
        {content}
      </Dialog>
    )
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId, sx: paper } }}
    >
      {content}
    </Popover>
  )
}

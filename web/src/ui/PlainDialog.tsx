import ButtonBase from '@mui/material/ButtonBase'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { common } from '@/lib/messages'
import { color, media, radius, type } from '@/theme/tokens'
import { useIsMobile } from './useIsMobile'

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flex: 'none',
  padding: '14px 14px 14px 24px',
  borderBottom: `1px solid ${color.line}`,
  [media.mobile]: { padding: '6px 8px 6px 16px' },
})

const Title = styled('h2')({ ...type.h2Large, fontSize: 18 })
const Close = styled(ButtonBase)({ width: 36, height: 36, borderRadius: radius.control, color: color.muted, [media.mobile]: { width: 44, height: 44 } })

const Body = styled('div')({
  flex: 1,
  overflowY: 'auto',
  padding: 24,
  scrollPaddingBlock: 24,
  '&:focus-visible': { outlineOffset: -3 },
  [media.mobile]: { padding: 16 },
})

const Foot = styled('div')({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 10,
  flex: 'none',
  padding: '14px 24px',
  borderTop: `1px solid ${color.line}`,
  [media.mobile]: { padding: '10px 16px calc(10px + env(safe-area-inset-bottom))', '& > *': { flex: 1 } },
})

/** A heading, a body that scrolls, and buttons at the foot, over the page. On mobile screens it fills the screen. */
interface PlainDialogProps {
  title: string
  /** What stands between the body and the buttons. */
  above?: ReactNode
  /** The buttons at the foot. */
  foot: ReactNode
  onClose: () => void
  children: ReactNode
}

export function PlainDialog({ title, above, foot, onClose, children }: PlainDialogProps) {
  const id = useId()
  const isMobile = useIsMobile()
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isMobile}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { width: '100%', [media.desktop]: { maxWidth: 620 } } } }}
    >
      <Head>
        <Title id={id}>{title}</Title>
        <Close aria-label={common.close} onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </Close>
      </Head>
      {/* A region that scrolls takes the focus, for the keyboard's arrows. */}
      <Body tabIndex={0} role="group" aria-labelledby={id}>
        {children}
      </Body>
      {above}
      <Foot>{foot}</Foot>
    </Dialog>
  )
}

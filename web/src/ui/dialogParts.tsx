import ButtonBase from '@mui/material/ButtonBase'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { common } from '@/lib/messages'
import { color, media, radius, type } from '@/theme/tokens'
import { useIsMobileNow } from './useIsMobile'
import { useOffersUndo } from './toast/useOffersUndo'

/** The purpose of a dialog: it decides how wide it is on desktop (docs/reference/look.md 5). */
type DialogKind = 'question' | 'sheet' | 'form' | 'details'

const widths: Record<DialogKind, number> = { question: 440, sheet: 560, form: 560, details: 1080 }

/** The space within the head, the body and the foot of each kind. */
const spaces: Record<DialogKind, { head: string; body: string; foot: string }> = {
  question: { head: '22px 24px 0', body: '6px 24px 0', foot: '20px 24px' },
  sheet: { head: '8px 8px 8px 16px', body: '20px 16px', foot: '10px 16px' },
  form: { head: '14px 14px 14px 24px', body: '24px', foot: '14px 24px' },
  details: { head: '20px 28px', body: '24px 28px 28px', foot: '14px 28px' },
}
const line = `1px solid ${color.line}`

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  flex: 'none',
  [media.mobile]: { alignItems: 'flex-start', gap: 8 },
})

const Body = styled('div')({
  // Positioned children, such as hidden text and file inputs, must scroll with the body: else they make the paper scroll.
  position: 'relative',
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  scrollPaddingBlock: 24,
  '&:focus-visible': { outlineOffset: -3 },
})

const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 10,
  flex: 'none',
  [media.mobile]: {
    '& > *': { flex: 1 },
    '& > p': { flexBasis: '100%' },
    // Three buttons have no room beside each other.
    '&:has(> button:nth-of-type(3))': { flexDirection: 'column-reverse', alignItems: 'stretch' },
  },
})

/** A head and a foot that stay, and between them a body that scrolls. */
interface DialogFrameProps {
  kind: DialogKind
  role?: 'dialog' | 'alertdialog'
  /** The ids of what names it, and of what says more. */
  labelledBy: string
  describedBy?: string | undefined
  head: ReactNode
  foot?: ReactNode
  bodyRef?: Ref<HTMLDivElement> | undefined
  /** Called by Escape or a press beside it; without it, only its own buttons close it. */
  onClose?: (() => void) | undefined
  onKeyDown?: ComponentProps<typeof Dialog>['onKeyDown']
  children: ReactNode
}

/** The place at the foot of the screen, across its full width. */
const atFoot = {
  position: 'fixed',
  bottom: 0,
  maxWidth: '100%',
  maxHeight: '85dvh',
  margin: 0,
  borderRadius: `${String(radius.dialog)}px ${String(radius.dialog)}px 0 0`,
} as const

/** Draws a dialog; on mobile screens forms and details fill the screen. */
export function DialogFrame({ kind, role = 'dialog', labelledBy, describedBy, head, foot, bodyRef, onClose, onKeyDown, children }: DialogFrameProps) {
  const isQuestion = kind === 'question'
  const isMobile = useIsMobileNow()
  const offersUndo = useOffersUndo()
  const { head: headSpace, body: bodySpace, foot: footSpace } = spaces[kind]
  return (
    <Dialog
      open
      disableEnforceFocus={offersUndo}
      onClose={onClose}
      // Passing undefined would override the dialog's own handler.
      {...(onKeyDown && { onKeyDown })}
      fullScreen={isMobile && (kind === 'form' || kind === 'details')}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      slotProps={{ paper: { sx: { width: '100%', [media.desktop]: { maxWidth: widths[kind] }, ...(kind === 'sheet' && atFoot) } } }}
    >
      <Head sx={{ padding: headSpace, ...(!isQuestion && { borderBottom: line, [media.mobile]: { padding: '8px 8px 8px 16px' } }) }}>{head}</Head>
      {/* A region that scrolls takes the focus, for the keyboard's arrows. */}
      <Body
        ref={bodyRef}
        {...(!isQuestion && { tabIndex: 0, role: 'group', 'aria-labelledby': labelledBy })}
        sx={{ padding: bodySpace, ...(!isQuestion && { [media.mobile]: { padding: '20px 16px 24px' } }) }}
      >
        {children}
      </Body>
      {foot !== undefined && (
        <Foot
          sx={{ padding: footSpace, ...(!isQuestion && { borderTop: line, [media.mobile]: { padding: '10px 16px calc(10px + env(safe-area-inset-bottom))' } }) }}
        >
          {foot}
        </Foot>
      )}
    </Dialog>
  )
}

const Close = styled(ButtonBase)({
  flex: 'none',
  width: 36,
  height: 36,
  borderRadius: radius.control,
  color: color.muted,
  '&:hover': { backgroundColor: color.hover },
  [media.mobile]: { width: 44, height: 44 },
})

/** The cross at the end of a head. */
export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <Close aria-label={common.close} onClick={onClose}>
      <X size={20} strokeWidth={1.75} aria-hidden="true" />
    </Close>
  )
}

/** The reason why a button cannot be pressed yet, beside it; on mobile screens above it. */
export const Obstacle = styled('p')({ ...type.small, flex: 1, color: color.muted })

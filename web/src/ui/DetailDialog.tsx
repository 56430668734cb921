import ButtonBase from '@mui/material/ButtonBase'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { X } from 'lucide-react'
import { useId, type ReactNode, type Ref } from 'react'
import { common } from '@/lib/messages'
import { color, media, radius, type } from '@/theme/tokens'
import { useIsMobile } from './useIsMobile'

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  flex: 'none',
  padding: '20px 28px',
  borderBottom: `1px solid ${color.line}`,
  [media.mobile]: { padding: '12px 8px 12px 16px', alignItems: 'flex-start', gap: 8 },
})
const Picture = styled('div')({ flex: 'none', width: 76, height: 64, borderRadius: radius.tile, overflow: 'hidden', [media.mobile]: { display: 'none' } })
const Names = styled('div')({ flex: 1, minWidth: 0 })
const Eyebrow = styled('p')({ ...type.small, color: color.muted })
const Title = styled('h2')({ ...type.h2Large, fontSize: 20, overflowWrap: 'anywhere' })
const Under = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px', ...type.body, color: color.muted, marginTop: 2 })
const Close = styled(ButtonBase)({
  flex: 'none',
  width: 36,
  height: 36,
  borderRadius: radius.control,
  color: color.muted,
  [media.mobile]: { width: 44, height: 44 },
})

const Body = styled('div')({
  flex: 1,
  overflowY: 'auto',
  padding: '24px 28px 28px',
  scrollPaddingBlock: 24,
  '&:focus-visible': { outlineOffset: -3 },
  [media.mobile]: { padding: '20px 16px 24px' },
})

const Foot = styled('div')({
  display: 'flex',
  gap: 10,
  flex: 'none',
  padding: '10px 16px calc(10px + env(safe-area-inset-bottom))',
  borderTop: `1px solid ${color.line}`,
  '& > *': { flex: 1 },
})

/** One thing with all its sections: head and actions stay, the body scrolls. On mobile screens it fills the screen. */
interface DetailDialogProps {
  /** What kind of thing it is, above its name. */
  eyebrow: string
  title: string
  /** What stands under the name. */
  under?: ReactNode
  picture?: ReactNode
  /** The buttons: at the right of the head, on mobile screens at the foot. */
  actions?: ReactNode
  /** The part that scrolls. */
  bodyRef?: Ref<HTMLDivElement>
  onClose: () => void
  children: ReactNode
}

export function DetailDialog({ eyebrow, title, under, picture, actions, bodyRef, onClose, children }: DetailDialogProps) {
  const id = useId()
  const isMobile = useIsMobile()
  const names = `${id}-eyebrow ${id}-title`
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isMobile}
      aria-labelledby={names}
      slotProps={{ paper: { sx: { width: '100%', [media.desktop]: { maxWidth: 1080 } } } }}
    >
      <Head>
        {picture !== undefined && <Picture>{picture}</Picture>}
        <Names>
          <Eyebrow id={`${id}-eyebrow`}>{eyebrow}</Eyebrow>
          <Title id={`${id}-title`}>{title}</Title>
          {under !== undefined && <Under>{under}</Under>}
        </Names>
        {!isMobile && actions}
        <Close aria-label={common.close} onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </Close>
      </Head>
      {/* A region that scrolls takes the focus, for the keyboard's arrows. */}
      <Body ref={bodyRef} tabIndex={0} role="group" aria-labelledby={names}>
        {children}
      </Body>
      {isMobile && actions !== undefined && <Foot>{actions}</Foot>}
    </Dialog>
  )
}

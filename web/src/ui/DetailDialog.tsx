import { styled } from '@mui/material/styles'
import { useId, type ReactNode, type Ref } from 'react'
import { color, media, radius, type } from '@/theme/tokens'
import { CloseButton, DialogFrame } from './dialogParts'
import { useIsMobileNow } from './useIsMobile'

const Picture = styled('div')({ flex: 'none', width: 76, height: 64, borderRadius: radius.tile, overflow: 'hidden', [media.mobile]: { display: 'none' } })
const Names = styled('div')({ flex: 1, minWidth: 0, [media.mobile]: { paddingBlock: 4 } })
const Eyebrow = styled('p')({ ...type.small, color: color.muted })
const Title = styled('h2')({ ...type.h2Large, fontSize: 20, overflowWrap: 'anywhere' })
const Under = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px', ...type.body, color: color.muted, marginTop: 2, overflowWrap: 'anywhere' })
const Acts = styled('div')({ display: 'flex', alignItems: 'center', gap: 10, flex: 'none', '& > p': { maxWidth: 180, textAlign: 'right' } })

/** One thing with all its sections. */
interface DetailDialogProps {
  /** The kind of thing, above its name. */
  eyebrow: string
  title: string
  /** The content under the name. */
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
  const isMobile = useIsMobileNow()
  return (
    <DialogFrame
      kind="details"
      labelledBy={`${id}-eyebrow ${id}-title`}
      bodyRef={bodyRef}
      onClose={onClose}
      head={
        <>
          {picture !== undefined && <Picture>{picture}</Picture>}
          <Names>
            <Eyebrow id={`${id}-eyebrow`}>{eyebrow}</Eyebrow>
            <Title id={`${id}-title`}>{title}</Title>
            {under !== undefined && <Under>{under}</Under>}
          </Names>
          {!isMobile && actions !== undefined && <Acts>{actions}</Acts>}
          <CloseButton onClose={onClose} />
        </>
      }
      foot={isMobile ? actions : undefined}
    >
      {children}
    </DialogFrame>
  )
}

import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { photoTexts as texts } from '@/lib/photos'
import { color, media, radius, type } from '@/theme/tokens'
import { CloseButton } from './dialogParts'

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  flex: 'none',
  minHeight: 56,
  padding: '6px 12px 6px 20px',
  backgroundColor: color.surface,
  borderBottom: `1px solid ${color.line}`,
  [media.mobile]: { padding: '6px 8px 6px 16px' },
})
const Title = styled('h2')({ ...type.h2, flex: 1, minWidth: 0, overflowWrap: 'anywhere' })
const Stage = styled('div')({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  display: 'grid',
  placeItems: 'center',
  backgroundColor: color.canvas,
  '& > img': { display: 'block', maxWidth: '100%', maxHeight: '100%', objectFit: 'contain' },
})
const Arrow = styled(ButtonBase)({
  position: 'absolute',
  top: 'calc(50% - 24px)',
  width: 48,
  height: 48,
  borderRadius: radius.control,
  color: color.ink,
  backgroundColor: color.surface,
  border: `1px solid ${color.lineStrong}`,
  '&:hover': { backgroundColor: color.hover },
})

/** The theme leaves room around dialogs. */
const wholeScreen = { '&&': { margin: 0, maxHeight: 'none' }, display: 'flex', flexDirection: 'column' } as const

/** Photos over the whole screen, one at a time. */
interface PhotoViewerProps {
  /** The photo that is shown, of how many, from 0. */
  index: number
  of: number
  /** The description of the photo. */
  caption: string
  /** The photo itself, or what stands there until it has come. */
  photo: ReactNode
  /** The act that removes it. */
  remove?: { name: string; isPending: boolean; onRemove: () => void } | undefined
  onShow: (index: number) => void
  onClose: () => void
}

/** Arrows lead to the next and the one before, Escape closes. */
export function PhotoViewer({ index, of, caption, photo, remove, onShow, onClose }: PhotoViewerProps) {
  const id = useId()
  const show = (to: number) => {
    if (to >= 0 && to < of) onShow(to)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') show(index - 1)
    if (key === 'ArrowRight') show(index + 1)
  }
  return (
    <Dialog open fullScreen transitionDuration={0} onClose={onClose} onKeyDown={onKeyDown} aria-labelledby={id} slotProps={{ paper: { sx: wholeScreen } }}>
      <Head>
        <Title id={id} aria-live="polite">
          {caption}, {texts.of(index + 1, of)}
        </Title>
        {remove !== undefined && (
          <Button loading={remove.isPending} onClick={remove.onRemove}>
            {remove.name}
          </Button>
        )}
        <CloseButton onClose={onClose} />
      </Head>
      <Stage>
        {photo}
        {index > 0 && (
          <Arrow aria-label={texts.previous} onClick={() => show(index - 1)} sx={{ left: 12 }}>
            <ChevronLeft size={24} strokeWidth={1.75} aria-hidden="true" />
          </Arrow>
        )}
        {index < of - 1 && (
          <Arrow aria-label={texts.next} onClick={() => show(index + 1)} sx={{ right: 12 }}>
            <ChevronRight size={24} strokeWidth={1.75} aria-hidden="true" />
          </Arrow>
        )}
      </Stage>
    </Dialog>
  )
}

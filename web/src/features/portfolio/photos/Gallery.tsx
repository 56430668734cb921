import ButtonBase, { type ButtonBaseProps } from '@mui/material/ButtonBase'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import type { Property } from '@/api/properties'
import { common } from '@/lib/messages'
import { color, media, radius, type } from '@/theme/tokens'
import { photoUrl } from '@/ui/photos'
import { Picture } from '@/ui/Picture'
import { useIsMobile } from '@/ui/useIsMobile'
import { photoTexts } from './messages'

const Strip = styled('ul')({ display: 'flex', flexWrap: 'wrap', gap: 10, [media.desktop]: { marginBottom: 28 } })
const Thumb = styled(ButtonBase)({
  width: 112,
  height: 84,
  borderRadius: radius.tile,
  overflow: 'hidden',
  backgroundColor: color.neutralSoft,
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
  [media.mobile]: { width: 84, height: 84 },
})
const Stage = styled('div')({ flex: 1, minHeight: 0, display: 'flex', alignItems: 'center', justifyContent: 'center', backgroundColor: color.neutralSoft })
const Photo = styled('img')({ display: 'block', maxWidth: '100%', maxHeight: 'min(72dvh, 900px)', objectFit: 'contain' })
const Bar = styled('div')({ ...type.body, display: 'flex', alignItems: 'center', gap: 8, padding: '8px 12px' })
const Tool = styled(ButtonBase)({
  width: 44,
  height: 44,
  borderRadius: radius.control,
  color: color.muted,
  '&:hover': { backgroundColor: color.hover },
  '&.Mui-disabled': { color: color.faint, opacity: 0.5 },
})

/** A property's photos in a strip; the cover is none of them where it stands beside the name. */
export function Gallery({ photos, hasCover }: { photos: readonly string[]; hasCover: boolean }) {
  const shown = photos.flatMap((url, index) => (hasCover && index === 0 ? [] : [{ url, index }]))
  if (shown.length === 0) return null
  return (
    <Strip aria-label={photoTexts.legend}>
      {shown.map(({ url, index }) => (
        <li key={url}>
          <PhotoButton photos={photos} index={index}>
            <img src={photoUrl(url, 'thumb')} alt="" loading="lazy" />
          </PhotoButton>
        </li>
      ))}
    </Strip>
  )
}

/** The cover beside the name, or the drawing of the property's kind. */
export function Cover({ property }: { property: Property }) {
  const picture = <Picture property={property} size="thumb" />
  if (property.photos.length === 0) return picture
  return (
    <PhotoButton photos={property.photos} index={0} sx={{ width: '100%', height: '100%', '&:focus-visible': { outlineOffset: '-3px' } }}>
      {picture}
    </PhotoButton>
  )
}

interface PhotoButtonProps extends ButtonBaseProps {
  photos: readonly string[]
  index: number
}

/** A small photo that opens large. */
function PhotoButton({ photos, index, children, ...button }: PhotoButtonProps) {
  const [shown, setShown] = useState<number>()
  return (
    <>
      <Thumb {...button} aria-label={photoTexts.show(index + 1)} onClick={() => setShown(index)}>
        {children}
      </Thumb>
      {shown !== undefined && <Large photos={photos} shown={shown} onShow={setShown} onClose={() => setShown(undefined)} />}
    </>
  )
}

/** One photo as large as the window lets it be; the arrow keys lead to the others. */
interface LargeProps {
  photos: readonly string[]
  shown: number
  onShow: (index: number) => void
  onClose: () => void
}

function Large({ photos, shown, onShow, onClose }: LargeProps) {
  const id = useId()
  const isMobile = useIsMobile()
  const last = photos.length - 1
  // Somebody else may remove one meanwhile.
  const index = Math.min(shown, last)
  const title = photoTexts.of(index + 1, photos.length)
  const turn = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft' && index > 0) onShow(index - 1)
    if (key === 'ArrowRight' && index < last) onShow(index + 1)
  }
  return (
    <Dialog open onClose={onClose} fullScreen={isMobile} maxWidth="xl" aria-labelledby={id} onKeyDown={turn}>
      <Bar>
        <span id={id} role="status" style={{ flex: 1 }}>
          {title}
        </span>
        <Tool aria-label={photoTexts.previous} disabled={index === 0} onClick={() => onShow(index - 1)}>
          <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />
        </Tool>
        <Tool aria-label={photoTexts.next} disabled={index === last} onClick={() => onShow(index + 1)}>
          <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
        </Tool>
        <Tool aria-label={common.close} onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </Tool>
      </Bar>
      <Stage>
        <Photo src={photos[index]} alt={title} />
      </Stage>
    </Dialog>
  )
}

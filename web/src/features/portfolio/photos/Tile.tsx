import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { ChevronLeft, ChevronRight, GripVertical, Star, X } from 'lucide-react'
import type { PointerEvent } from 'react'
import { color, media, radius } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { photoTexts } from './messages'

const Box = styled('li')({
  position: 'relative',
  border: `1px solid ${color.line}`,
  borderRadius: radius.tile,
  overflow: 'hidden',
  backgroundColor: color.surface,
  cursor: 'grab',
  '&[data-dragged]': { opacity: 0.5 },
})
const Photo = styled('img')({ display: 'block', width: '100%', aspectRatio: '4 / 3', objectFit: 'cover', backgroundColor: color.neutralSoft })
const Cover = styled('div')({ position: 'absolute', top: 8, left: 8 })
// Fingers scroll the page wherever they are put, but here.
const Grip = styled('span')({
  display: 'none',
  position: 'absolute',
  top: 0,
  right: 0,
  width: 44,
  height: 44,
  placeItems: 'center',
  borderBottomLeftRadius: radius.control,
  color: color.ink,
  backgroundColor: color.surface,
  touchAction: 'none',
  '@media (pointer: coarse)': { display: 'grid' },
})
const Tools = styled('div')({ display: 'flex', justifyContent: 'space-between', padding: 2 })
const Tool = styled(ButtonBase)({
  width: 36,
  height: 36,
  borderRadius: radius.control,
  color: color.muted,
  '&:hover': { backgroundColor: color.hover },
  '&.Mui-disabled': { color: color.faint, opacity: 0.5 },
  '&:focus-visible': { outlineOffset: -3 },
  [media.mobile]: { width: 44, height: 44 },
})

/** One photo in its place. */
interface TileProps {
  url: string
  index: number
  count: number
  isDragged: boolean
  onDragged: (index: number | undefined) => void
  onDropped: () => void
  /** A finger has dragged it over another photo. */
  onDraggedOver: (url: string) => void
  onMove: (to: number, button: 'earlier' | 'later') => void
  onRemove: () => void
}

/** A photo with what can be done to it: dragged to another place, moved by its buttons, removed. */
export function Tile({ url, index, count, isDragged, onDragged, onDropped, onDraggedOver, onMove, onRemove }: TileProps) {
  const number = index + 1
  const drag = ({ clientX, clientY }: PointerEvent) => {
    const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-photo]')?.dataset.photo
    if (isDragged && over !== undefined && over !== url) onDraggedOver(over)
  }
  return (
    <Box
      data-photo={url}
      data-dragged={isDragged || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDragged(index)
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onDropped()
      }}
      onDragEnd={() => onDragged(undefined)}
    >
      <Photo src={`${url}?size=card`} alt={photoTexts.of(number, count)} draggable={false} />
      {index === 0 && (
        <Cover>
          <Badge tone="accent" icon={Star}>
            {photoTexts.cover}
          </Badge>
        </Cover>
      )}
      {count > 1 && (
        <Grip
          aria-hidden="true"
          onPointerDown={({ currentTarget, pointerId, pointerType }) => {
            // A mouse drags the whole photo.
            if (pointerType === 'mouse') return
            currentTarget.setPointerCapture(pointerId)
            onDragged(index)
          }}
          onPointerMove={drag}
          onPointerUp={() => onDragged(undefined)}
          onPointerCancel={() => onDragged(undefined)}
        >
          <GripVertical size={20} strokeWidth={1.75} />
        </Grip>
      )}
      <Tools>
        <Tool data-move="earlier" disabled={index === 0} aria-label={photoTexts.earlier(number)} onClick={() => onMove(index - 1, 'earlier')}>
          <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        </Tool>
        <Tool data-move="later" disabled={number === count} aria-label={photoTexts.later(number)} onClick={() => onMove(index + 1, 'later')}>
          <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
        </Tool>
        <Tool aria-label={photoTexts.remove(number)} onClick={onRemove}>
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </Tool>
      </Tools>
    </Box>
  )
}

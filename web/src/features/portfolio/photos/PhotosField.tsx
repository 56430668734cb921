import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { ImagePlus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { color, media, radius } from '@/theme/tokens'
import { DropZone } from '@/ui/DropZone'
import { FieldError, Hint } from '@/ui/form/Field'
import { Hidden } from '@/ui/Hidden'
import { ProgressBar } from '@/ui/ProgressBar'
import type { PropertyValues } from '../model'
import { Section } from '../parts/layout'
import { photoTexts } from './messages'
import { mostPhotos, moved } from './rules'
import { Tile } from './Tile'
import { useUploads } from './useUploads'

const Tiles = styled('ul')({ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fill, minmax(148px, 1fr))' })
const Running = styled('li')({ display: 'flex', alignItems: 'center', gap: 8 })
const Stop = styled(ButtonBase)({ width: 32, height: 32, borderRadius: radius.control, color: color.muted, [media.mobile]: { width: 44, height: 44 } })

/** The button of a photo that has the focus once the photos stand anew. */
interface Focus {
  url: string
  button: 'earlier' | 'later'
}

/** A property's photos: chosen, dropped or pasted, put in order by pointer or keyboard, removed. The first one is the cover. */
export function PhotosField({ onBusy }: { onBusy: (isBusy: boolean) => void }) {
  const { control, getValues } = useFormContext<PropertyValues>()
  const { field, fieldState } = useController({ control, name: 'photos' })
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<number>()
  const focus = useRef<Focus>(undefined)
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const photos = field.value
  // Several arrive one after the other: each goes behind what is there by then.
  const { uploads, start, stop } = useUploads(photos.length, (url) => field.onChange([...getValues('photos').filter((each) => each !== url), url]))
  const isBusy = uploads.length > 0

  useEffect(() => onBusy(isBusy), [isBusy, onBusy])
  usePasted(start)
  useEffect(() => {
    const { url, button } = focus.current ?? {}
    focus.current = undefined
    if (url === undefined) return
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>(`[data-photo="${CSS.escape(url)}"] button`) ?? [])]
    const wanted = buttons.find((each) => each.dataset.move === button && !each.disabled)
    ;(wanted ?? buttons.find((each) => !each.disabled))?.focus()
  }, [photos])

  const move = (from: number, to: number, button?: Focus['button']) => {
    const url = photos[from]
    if (url === undefined || from === to) return
    if (button) focus.current = { url, button }
    field.onChange(moved(photos, from, to))
    setSaid(photoTexts.moved(from + 1, to + 1))
  }
  const remove = (index: number) => {
    const next = photos[index + 1] ?? photos[index - 1]
    if (next === undefined) add.current?.focus()
    else focus.current = { url: next, button: 'later' }
    field.onChange(photos.filter((_, place) => place !== index))
    setSaid(photoTexts.removed(index + 1))
  }
  return (
    <Section title={photoTexts.legend}>
      <Hint>{photoTexts.hint(mostPhotos)}</Hint>
      {fieldState.error?.message !== undefined && <FieldError id="photos-error" text={fieldState.error.message} />}
      <DropZone
        label={photoTexts.legend}
        text={photoTexts.drop}
        textOver={photoTexts.dropNow}
        button={photoTexts.add}
        icon={ImagePlus}
        accept="image/png,image/jpeg,image/gif"
        isMultiple
        name="photos"
        buttonRef={add}
        onFiles={start}
      />
      {uploads.length > 0 && (
        <ul>
          {uploads.map(({ id, name, share }) => (
            <Running key={id}>
              <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                <ProgressBar label={photoTexts.uploading(name, Math.round(share * 100))} share={share} />
              </div>
              <Stop aria-label={photoTexts.stop(name)} onClick={() => stop(id)}>
                <X size={16} strokeWidth={1.75} aria-hidden="true" />
              </Stop>
            </Running>
          ))}
        </ul>
      )}
      {photos.length > 0 && (
        <Tiles ref={list} aria-label={photoTexts.list}>
          {photos.map((url, index) => (
            <Tile
              key={url}
              url={url}
              index={index}
              count={photos.length}
              isDragged={dragged === index}
              onDragged={setDragged}
              onDropped={() => {
                if (dragged !== undefined) move(dragged, index)
                setDragged(undefined)
              }}
              onDraggedOver={(over) => {
                const to = photos.indexOf(over)
                move(index, to)
                setDragged(to)
              }}
              onMove={(to, button) => move(index, to, button)}
              onRemove={() => remove(index)}
            />
          ))}
        </Tiles>
      )}
      <Hidden role="status">{said}</Hidden>
    </Section>
  )
}

/** Takes the pictures that are pasted anywhere while the photos are shown. */
function usePasted(take: (files: File[]) => void): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { LucideIcon } from 'lucide-react'
import { useRef, useState, type DragEvent, type Ref } from 'react'
import { color, radius, type } from '@/theme/tokens'
import { PhotoPicker } from './photo/PhotoPicker'

const Zone = styled('div')({
  ...type.body,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  padding: '12px 14px',
  border: `1px dashed ${color.lineStrong}`,
  borderRadius: radius.tile,
  color: color.muted,
  '&[data-over]': { borderColor: color.accent, backgroundColor: color.accentSoft, color: color.ink },
})
const Picker = styled('input')({ position: 'absolute', width: 1, height: 1, opacity: 0, pointerEvents: 'none' })

/** The place where files are dropped, or chosen by its button. */
interface DropZoneProps {
  /** The name of the files, for those who listen. */
  label: string
  /** The text in the zone, and while a file is over it. */
  text: string
  textOver: string
  button: string
  icon: LucideIcon
  /** The types that the browser offers: the list of an `accept`. */
  accept: string
  isMultiple?: boolean
  name?: string
  buttonRef?: Ref<HTMLButtonElement>
  onFiles: (files: File[]) => void
}

/** Returns whether something that is dragged comes from outside of the page. */
const hasFiles = ({ dataTransfer }: DragEvent) => [...dataTransfer.types].includes('Files')

export function DropZone({ label, text, textOver, button, icon: Icon, accept, isMultiple = false, name, buttonRef, onFiles }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const isPhotos = accept.split(',').every((each) => each.startsWith('image/'))
  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])]
    if (chosen.length > 0) onFiles(isMultiple ? chosen : chosen.slice(0, 1))
  }
  return (
    <Zone
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <span>{isOver ? textOver : text}</span>
      {isPhotos ? (
        <PhotoPicker control={{ name, 'aria-label': label }} button={button} buttonIcon={Icon} buttonRef={buttonRef} accept={accept} isMany={isMultiple} onChoose={onFiles} />
      ) : (
        <>
          <Picker
            ref={picker}
            name={name}
            type="file"
            multiple={isMultiple}
            tabIndex={-1}
            aria-label={label}
            accept={accept}
            onChange={({ target }) => {
              take(target.files)
              target.value = ''
            }}
          />
          <Button ref={buttonRef} onClick={() => picker.current?.click()} startIcon={<Icon size={16} strokeWidth={1.75} />}>
            {button}
          </Button>
        </>
      )}
    </Zone>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Camera, Images, type LucideIcon } from 'lucide-react'
import { useRef, type ChangeEvent, type ComponentProps, type Ref } from 'react'
import { photoAccept, photoTexts as texts } from '@/lib/photos'
import { useIsMobile } from '../useIsMobile'

const Picker = styled('input')({ position: 'absolute', width: 1, height: 1, opacity: 0, pointerEvents: 'none' })
const Two = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 10, width: '100%', '& > button': { minHeight: 44, paddingInline: 8 } })

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Asks for photos. */
interface PhotoPickerProps {
  /** The attributes that name the field: a label's control, or a name of its own. */
  control: Pick<ComponentProps<'input'>, 'id' | 'name' | 'aria-label' | 'aria-describedby' | 'aria-invalid'>
  /** The name of the one button where there is no camera at hand. */
  button: string
  buttonIcon?: LucideIcon
  buttonRef?: Ref<HTMLButtonElement> | undefined
  accept?: string
  isMany?: boolean
  isLoading?: boolean
  onChoose: (files: File[]) => void
}

/** A button for photos; on phones two, since the browser's own chooser hides either the camera or the library. */
export function PhotoPicker({ control, button, buttonIcon: Icon = Camera, buttonRef, accept = photoAccept, isMany = true, isLoading = false, onChoose }: PhotoPickerProps) {
  const isMobile = useIsMobile()
  const library = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])]
    // The same photo may be chosen again.
    target.value = ''
    if (chosen.length > 0) onChoose(chosen)
  }
  const open = () => library.current?.click()
  // Both inputs stay when the phone is turned while its camera is open.
  return (
    <>
      <Picker {...control} ref={library} type="file" multiple={isMany} tabIndex={-1} accept={accept} onChange={take} />
      <Picker ref={camera} type="file" capture="environment" tabIndex={-1} aria-hidden="true" accept={accept} onChange={take} />
      {isMobile ? (
        <Two>
          <Button loading={isLoading} onClick={() => camera.current?.click()} startIcon={<Camera {...icon} />}>
            {texts.take}
          </Button>
          <Button ref={buttonRef} disabled={isLoading} onClick={open} startIcon={<Images {...icon} />}>
            {texts.library}
          </Button>
        </Two>
      ) : (
        <Button ref={buttonRef} loading={isLoading} onClick={open} startIcon={<Icon {...icon} />}>
          {button}
        </Button>
      )}
    </>
  )
}

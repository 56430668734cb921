import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { emptyFile } from '@/lib/emptyFile'
import { photoTexts } from '@/lib/photos'
import { isPicture, readyPhotos } from './photo/reduce'
import { refusalText } from './photo/RefusedPhotos'
import { ProgressBar } from './ProgressBar'
import { toasts } from './toast/toasts'
import { useUpload, type SendFile } from './useUpload'

const Picker = styled('input')({ position: 'absolute', width: 1, height: 1, opacity: 0, pointerEvents: 'none' })
const Going = styled('div')({ flex: '1 1 200px', minWidth: 160 })

const largest = 10 * 1024 * 1024

/** The texts of sending a file. */
const fileTexts = {
  uploading: (percent: number) => `Uploading, ${percent}%`,
  uploadFailed: 'Upload failed',
  tooLarge: 'File too large',
  tooLargeText: 'Please upload a file smaller than 10MB.',
} as const

/** A button that asks for a file of up to 10 MB and sends it, showing how far it is; photos are made smaller before. */
interface FileButtonProps {
  label: string
  /** The file types that the file chooser shows. */
  accept: string
  isPrimary?: boolean
  disabled?: boolean
  send: SendFile<unknown>
  /** A failure in words. */
  explain: (error: unknown) => { title?: string | undefined; text: string }
  onSent: () => void
}

export function FileButton({ label, accept, isPrimary = false, disabled = false, send, explain, onSent }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const { share, start } = useUpload(send)
  const [isPreparing, setPreparing] = useState(false)
  const ready = async (chosen: File): Promise<File | undefined> => {
    if (!isPicture(chosen)) return chosen
    setPreparing(true)
    const {
      photos: [photo],
      refused: [refusal],
    } = await readyPhotos([chosen])
    setPreparing(false)
    if (refusal !== undefined) toasts.failure(photoTexts.refused(1), refusalText(refusal))
    return photo
  }
  const take = async (chosen: File) => {
    if (chosen.size === 0) {
      toasts.failure(emptyFile.title, emptyFile.text(chosen.name))
      return
    }
    const file = await ready(chosen)
    if (file === undefined) return
    if (file.size > largest) {
      toasts.failure(fileTexts.tooLarge, fileTexts.tooLargeText)
      return
    }
    try {
      await start(file)
      onSent()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      const { title, text } = explain(error)
      toasts.failure(title ?? fileTexts.uploadFailed, text)
    }
  }
  if (share !== null) {
    return (
      <Going>
        <ProgressBar label={fileTexts.uploading(Math.round(share * 100))} share={share} />
      </Going>
    )
  }
  return (
    <>
      <Picker
        ref={input}
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined && !disabled) void take(file)
          target.value = ''
        }}
      />
      <Button disabled={disabled} loading={isPreparing} variant={isPrimary ? 'contained' : 'outlined'} onClick={() => input.current?.click()} startIcon={<Upload size={16} strokeWidth={1.75} />}>
        {label}
      </Button>
    </>
  )
}

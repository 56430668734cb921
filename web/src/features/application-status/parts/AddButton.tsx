import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { sendDocument, type ApplicationAccess } from '@/api/applications'
import { ApiError, userMessage } from '@/api/errors'
import { documentAccept, documentTypes, largestDocument, type DocumentType } from '@/lib/applications'
import { ProgressBar } from '@/ui/ProgressBar'
import { toasts } from '@/ui/toast/toasts'
import { useUpload } from '@/ui/useUpload'
import { status as texts } from '../messages'
import { useRefresh } from '../queries'

const Picker = styled('input')({ position: 'absolute', width: 1, height: 1, opacity: 0, pointerEvents: 'none' })
const Going = styled('div')({ flex: '1 1 200px', minWidth: 160 })

/** A button that asks for a file and sends it, showing how far it is. */
interface AddButtonProps {
  access: ApplicationAccess
  /** What the file is; while that is not said, the button is off. */
  type: DocumentType | ''
  label: string
  isPrimary?: boolean
  onAdded?: () => void
}

export function AddButton({ access, type, label, isPrimary = false, onAdded }: AddButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const refresh = useRefresh(access)
  const { share, start } = useUpload((file, onProgress, signal) => sendDocument(access, type === '' ? 'other' : type, file, onProgress, signal))
  const send = async (file: File, kind: DocumentType) => {
    if (file.size > largestDocument) {
      toasts.failure(texts.tooLarge, texts.tooLargeText)
      return
    }
    try {
      await start(file)
      toasts.success(texts.uploaded, documentTypes[kind])
      onAdded?.()
      await refresh()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      const title = (error instanceof ApiError && error.problem.title) || texts.uploadFailed
      toasts.failure(title, userMessage(error, texts.uploadFailedText))
    }
  }
  if (share !== null) {
    return (
      <Going>
        <ProgressBar label={texts.uploading(Math.round(share * 100))} share={share} />
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
        accept={documentAccept}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined && type !== '') void send(file, type)
          target.value = ''
        }}
      />
      <Button disabled={type === ''} variant={isPrimary ? 'contained' : 'outlined'} onClick={() => input.current?.click()} startIcon={<Upload size={16} strokeWidth={1.75} />}>
        {label}
      </Button>
    </>
  )
}

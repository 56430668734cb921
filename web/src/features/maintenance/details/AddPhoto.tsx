import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { Camera, Upload } from 'lucide-react'
import { useRef } from 'react'
import { ApiError, userMessage } from '@/api/errors'
import { invalidate } from '@/api/invalidations'
import { sendAttachment, type Attachment } from '@/api/maintenance'
import { largestPhoto } from '@/lib/maintenance'
import { photoAccept, photoTexts } from '@/lib/photos'
import { ProgressBar } from '@/ui/ProgressBar'
import { toasts } from '@/ui/toast/toasts'
import { useUpload } from '@/ui/useUpload'
import { details as texts } from '../messages'

const Picker = styled('input')({ position: 'absolute', width: 1, height: 1, opacity: 0, pointerEvents: 'none' })
const Going = styled('div')({ flex: '1 1 160px', minWidth: 140 })

/** A button that asks for a photo, or an invoice, and adds it, showing how far it is. */
export function AddPhoto({ id, kind, label }: { id: number; kind: Attachment['kind']; label: string }) {
  const input = useRef<HTMLInputElement>(null)
  const cache = useQueryClient()
  const { share, start } = useUpload((file, onProgress, signal) => sendAttachment(id, kind, file, onProgress, signal))
  const isInvoice = kind === 'invoice'
  const Icon = isInvoice ? Upload : Camera
  const send = async (file: File) => {
    if (file.size > largestPhoto) {
      toasts.failure(photoTexts.tooLarge, photoTexts.tooLargeText)
      return
    }
    try {
      await start(file)
      toasts.success(texts.added, texts.kinds[kind])
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      const title = (error instanceof ApiError && error.problem.title) || texts.uploadFailed
      toasts.failure(title, userMessage(error, texts.uploadFailedText))
    }
    await invalidate(cache, ['maintenance-requests'])
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
        accept={isInvoice ? `application/pdf,${photoAccept}` : photoAccept}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined) void send(file)
          target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()} startIcon={<Icon size={16} strokeWidth={1.75} />}>
        {label}
      </Button>
    </>
  )
}

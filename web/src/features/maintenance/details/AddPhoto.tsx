import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { ApiError, userMessage } from '@/api/errors'
import { invalidate } from '@/api/invalidations'
import { sendAttachment, type Attachment } from '@/api/maintenance'
import { largestPhoto } from '@/lib/maintenance'
import { photoAccept, photoTexts } from '@/lib/photos'
import { PhotoPicker } from '@/ui/photo/PhotoPicker'
import { isPicture, readyPhotos, type Refusal } from '@/ui/photo/reduce'
import { RefusedPhotos } from '@/ui/photo/RefusedPhotos'
import { ProgressBar } from '@/ui/ProgressBar'
import { toasts } from '@/ui/toast/toasts'
import { useUpload } from '@/ui/useUpload'
import { details as texts } from '../messages'

const Picker = styled('input')({ position: 'absolute', width: 1, height: 1, opacity: 0, pointerEvents: 'none' })
const Refused = styled('div')({ flex: '1 0 100%' })
const Going = styled('div')({ flex: '1 1 160px', minWidth: 140 })

interface AddPhotoProps {
  id: number
  kind: Attachment['kind']
  label: string
  /** The number of further photos that the request holds. */
  room: number
}

/** A button that asks for photos, or an invoice, and adds them, showing how far it is. */
export function AddPhoto({ id, kind, label, room }: AddPhotoProps) {
  const input = useRef<HTMLInputElement>(null)
  const cache = useQueryClient()
  const { share, start } = useUpload((file, onProgress, signal) => sendAttachment(id, kind, file, onProgress, signal))
  const isInvoice = kind === 'invoice'
  const [isPreparing, setPreparing] = useState(false)
  const [refused, setRefused] = useState<Refusal[]>([])
  const send = async (file: File): Promise<boolean> => {
    if (file.size > largestPhoto) {
      toasts.failure(photoTexts.tooLarge, photoTexts.tooLargeText)
      return false
    }
    try {
      await start(file)
      toasts.success(texts.added, texts.kinds[kind])
      return true
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return false
      const title = (error instanceof ApiError && error.problem.title) || texts.uploadFailed
      toasts.failure(title, userMessage(error, texts.uploadFailedText))
      return false
    }
  }
  const take = async (chosen: readonly File[]) => {
    const files = chosen.slice(0, room)
    setPreparing(true)
    // An invoice may be a PDF.
    const isReady = (file: File) => file.size > 0 && !isPicture(file)
    const { photos, refused } = await readyPhotos(files.filter((file) => !isReady(file)))
    setPreparing(false)
    setRefused(refused)
    for (const file of [...photos, ...files.filter(isReady)]) if (!(await send(file))) break
    if (files.length < chosen.length) toasts.failure(photoTexts.tooMany, photoTexts.tooManyText(room))
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
      {isInvoice ? (
        <>
          <Picker
            ref={input}
            type="file"
            tabIndex={-1}
            aria-label={label}
            accept={`application/pdf,${photoAccept}`}
            onChange={({ target }) => {
              void take([...(target.files ?? [])])
              target.value = ''
            }}
          />
          <Button loading={isPreparing} onClick={() => input.current?.click()} startIcon={<Upload size={16} strokeWidth={1.75} />}>
            {label}
          </Button>
        </>
      ) : (
        <PhotoPicker control={{ 'aria-label': label }} button={label} isMany={room > 1} isLoading={isPreparing} onChoose={(chosen) => void take(chosen)} />
      )}
      {refused.length > 0 && (
        <Refused>
          <RefusedPhotos refused={refused} />
        </Refused>
      )}
    </>
  )
}

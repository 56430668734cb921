import { sendDocument, type ApplicationAccess } from '@/api/applications'
import { titledMessage } from '@/api/errors'
import { documentAccept, documentTypes, type DocumentType } from '@/lib/applications'
import { FileButton } from '@/ui/FileButton'
import { toasts } from '@/ui/toast/toasts'
import { status as texts } from '../messages'
import { useRefresh } from '../queries'

/** Adds a document of a kind. */
interface AddButtonProps {
  access: ApplicationAccess
  /** The type of the file; while none is chosen, the button is off. */
  type: DocumentType | ''
  label: string
  isPrimary?: boolean
  onAdded?: () => void
}

export function AddButton({ access, type, label, isPrimary = false, onAdded }: AddButtonProps) {
  const refresh = useRefresh(access)
  const kind = type === '' ? 'other' : type
  return (
    <FileButton
      label={label}
      accept={documentAccept}
      isPrimary={isPrimary}
      disabled={type === ''}
      send={(file, onProgress, signal) => sendDocument(access, kind, file, onProgress, signal)}
      explain={(error) => titledMessage(error, texts.uploadFailedText)}
      onSent={() => {
        toasts.success(texts.uploaded, documentTypes[kind])
        onAdded?.()
        void refresh()
      }}
    />
  )
}

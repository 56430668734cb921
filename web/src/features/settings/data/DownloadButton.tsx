import Button from '@mui/material/Button'
import { Download } from 'lucide-react'
import { userMessage } from '@/api/errors'
import { toasts } from '@/ui/toast/toasts'
import { data as texts } from './messages'
import { useDownload } from './queries'

/** Saves everything held about the account as a file. */
export function DownloadButton() {
  const { mutate, isPending } = useDownload()
  const download = () =>
    mutate(undefined, {
      onSuccess: () => toasts.success(texts.downloaded),
      onError: (error) => toasts.failure(texts.downloadFailed, userMessage(error, texts.downloadFailedText)),
    })
  return (
    <Button loading={isPending} onClick={download} startIcon={<Download size={15} strokeWidth={1.75} aria-hidden="true" />}>
      {texts.downloadButton}
    </Button>
  )
}

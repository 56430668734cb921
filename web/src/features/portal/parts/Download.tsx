import Button from '@mui/material/Button'
import { Download as DownloadIcon } from 'lucide-react'
import { userMessage } from '@/api/errors'
import { useDownloadHome } from '@/api/portal'
import { media } from '@/theme/tokens'
import { toasts } from '@/ui/toast/toasts'
import { portal as texts } from '../messages'
import { ActRow } from './ActRow'

function useDownload(tenancyId: number) {
  const { mutate, isPending } = useDownloadHome(tenancyId, texts.downloadName)
  const download = () =>
    mutate(undefined, {
      onSuccess: () => toasts.success(texts.downloaded, texts.downloadedText),
      onError: (error) => toasts.failure(texts.downloadFailed, userMessage(error, texts.tryAgain)),
    })
  return { download, isPending }
}

/** Saves everything that is shown of a home, where that is the first thing to do. */
export function DownloadButton({ tenancyId }: { tenancyId: number }) {
  const { download, isPending } = useDownload(tenancyId)
  return (
    <Button loading={isPending} onClick={download} startIcon={<DownloadIcon size={16} strokeWidth={1.75} />} sx={{ marginTop: '12px', [media.mobile]: { width: '100%' } }}>
      {texts.downloadAll}
    </Button>
  )
}

/** The same, as a row among others. */
export function DownloadRow({ tenancyId }: { tenancyId: number }) {
  const { download, isPending } = useDownload(tenancyId)
  return <ActRow icon={DownloadIcon} name={texts.downloadAll} hint={isPending ? texts.downloadBusy : texts.downloadHint} isDirect isBusy={isPending} onOpen={download} />
}

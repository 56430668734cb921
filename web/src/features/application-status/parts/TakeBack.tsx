import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { sendDocument, type ApplicationDocument } from '@/api/applications'
import { titledMessage, userMessage } from '@/api/errors'
import { documentAccept, documentTypes } from '@/lib/applications'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { FileButton } from '@/ui/FileButton'
import { Hidden } from '@/ui/Hidden'
import { toasts } from '@/ui/toast/toasts'
import { status as texts } from '../messages'
import { useRefresh, useRemoveDocument } from '../queries'

const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, flexBasis: '100%', paddingBlock: '2px 6px' })

/** Replaces or takes back a document that the landlord has not looked at yet. */
export function TakeBack({ document, token }: { document: ApplicationDocument; token: string }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useRemoveDocument(token)
  const refresh = useRefresh({ token })
  const takeBack = () =>
    remove.mutate(
      { id: document.id },
      {
        onSuccess: () => {
          setAsking(false)
          toasts.success(texts.takenBack, document.title)
        },
        onError: (error) => {
          setAsking(false)
          toasts.failure(texts.takeBackFailed, userMessage(error, texts.takeBackFailedText))
        },
      },
    )
  const send = async (file: File, onProgress: Parameters<typeof sendDocument>[3], signal: AbortSignal) => {
    // The new one first: whatever fails, nothing is lost.
    await sendDocument({ token }, document.type, file, onProgress, signal)
    await remove.mutateAsync({ id: document.id })
  }
  return (
    <Acts>
      <FileButton
        label={texts.replace(document.title)}
        accept={documentAccept}
        send={send}
        explain={(error) => {
          void refresh()
          return titledMessage(error, texts.uploadFailedText)
        }}
        onSent={() => toasts.success(texts.replaced, documentTypes[document.type])}
      />
      <Button onClick={() => setAsking(true)}>
        {texts.takeBack}
        <Hidden>, {document.title}</Hidden>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.takeBackTitle}
          text={texts.takeBackText(document.title)}
          confirm={texts.takeBack}
          cancel={texts.keepDocument}
          isPending={remove.isPending}
          onConfirm={takeBack}
          onCancel={() => setAsking(false)}
        />
      )}
    </Acts>
  )
}

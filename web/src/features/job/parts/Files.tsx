import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { FileText, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { userMessage } from '@/api/errors'
import { jobFileQuery, type Work } from '@/api/jobs'
import type { Attachment } from '@/api/maintenance'
import { common } from '@/lib/messages'
import { photoAccept } from '@/lib/photos'
import { color, media, radius, type } from '@/theme/tokens'
import { showBlob, tabForLater } from '@/ui/openBlob'
import { PhotoPicker } from '@/ui/photo/PhotoPicker'
import { isPicture, readyPhotos, type Refusal } from '@/ui/photo/reduce'
import { RefusedPhotos } from '@/ui/photo/RefusedPhotos'
import { toasts } from '@/ui/toast/toasts'
import { job as texts } from '../messages'
import { splitFiles } from '../model'
import { useAddFile, useRemoveFile } from '../queries'
import { JobPhoto } from './JobPhoto'

const Group = styled('div')({ display: 'flex', flexDirection: 'column', gap: 6 })
const Title = styled('p')({ ...type.body, fontWeight: 560, '& > span': { fontWeight: 400, color: color.muted } })
const Hint = styled('p')({ ...type.small, color: color.muted })
const Photos = styled('ul')({ display: 'flex', flexWrap: 'wrap', gap: 10 })
const Tile = styled('li')({ position: 'relative', width: 96, height: 76, borderRadius: radius.tile, overflow: 'hidden', backgroundColor: color.neutralSoft, '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' } })
const Remove = styled(ButtonBase)({ width: 44, height: 44, borderRadius: radius.control, color: color.ink, '&:hover': { backgroundColor: color.hover } })
const Corner = styled(Remove)({ position: 'absolute', top: 0, right: 0, width: 32, height: 32, backgroundColor: color.surface, border: `1px solid ${color.line}`, [media.mobile]: { width: 44, height: 44 } })
const Invoice = styled('div')({ display: 'flex', alignItems: 'center', gap: 10, minHeight: 52, padding: '4px 4px 4px 14px', border: `1px solid ${color.line}`, borderRadius: radius.tile, '& > svg': { flex: 'none' }, '& > button:first-of-type': { flex: 1, minWidth: 0, justifyContent: 'flex-start', textAlign: 'left', overflowWrap: 'anywhere' } })
const Picker = styled('input')({ position: 'absolute', width: 1, height: 1, opacity: 0, pointerEvents: 'none' })

/** Photos of the work and the invoice: each is sent when it is chosen, and can be taken back while `mayRemove`. */
export function Files({ token, work, mayRemove }: { token: string; work: Work; mayRemove: boolean }) {
  const cache = useQueryClient()
  const invoicePicker = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<Refusal[]>([])
  const [isPreparing, setPreparing] = useState(false)
  const add = useAddFile(token)
  const remove = useRemoveFile(token)
  const { work: photos, invoices } = splitFiles(work)
  const send = async (kind: Attachment['kind'], file: File) => {
    try {
      await add.mutateAsync({ kind, file })
      toasts.success(texts.fileAdded, file.name)
    } catch (error) {
      toasts.failure(texts.fileFailed(file.name), userMessage(error, texts.fileFailedText))
    }
  }
  const takePhotos = async (chosen: readonly File[]) => {
    setRefused([])
    setPreparing(true)
    const ready = await readyPhotos(chosen.filter(isPicture))
    setPreparing(false)
    setRefused(ready.refused)
    for (const photo of ready.photos) await send('after', photo)
  }
  const takeInvoice = async (file: File) => {
    if (!isPicture(file)) return send('invoice', file)
    const ready = await readyPhotos([file])
    setRefused(ready.refused)
    for (const photo of ready.photos) await send('invoice', photo)
    return undefined
  }
  const takeBack = (file: Attachment) => remove.mutate({ fileId: file.id }, { onError: (error) => toasts.failure(common.error, userMessage(error, texts.failedText)) })
  const open = async ({ id, fileName }: Attachment) => {
    const tab = tabForLater()
    try {
      showBlob(await cache.query(jobFileQuery(token, id)), fileName, tab)
    } catch (error) {
      tab?.close()
      toasts.failure(common.error, userMessage(error, texts.photoFailed))
    }
  }
  return (
    <>
      <Group>
        <Title>
          {texts.workPhotos} <span>({common.optional})</span>
        </Title>
        <Hint>{texts.workPhotosHint}</Hint>
        {photos.length > 0 && (
          <Photos>
            {photos.map((file, index) => (
              <Tile key={file.id}>
                <JobPhoto token={token} fileId={file.id} alt={texts.photo(index + 1)} />
                {mayRemove && (
                  <Corner aria-label={texts.remove(texts.photo(index + 1))} disabled={remove.isPending} onClick={() => takeBack(file)}>
                    <X size={16} strokeWidth={1.75} aria-hidden="true" />
                  </Corner>
                )}
              </Tile>
            ))}
          </Photos>
        )}
        <div>
          <PhotoPicker
            control={{ 'aria-label': texts.addPhoto }}
            button={texts.addPhoto}
            isLoading={isPreparing || (add.isPending && add.variables.kind !== 'invoice')}
            onChoose={(chosen) => void takePhotos(chosen)}
          />
        </div>
        <RefusedPhotos refused={refused} />
      </Group>
      <Group>
        <Title>
          {texts.invoice} <span>({common.optional})</span>
        </Title>
        <Hint>{texts.invoiceHint}</Hint>
        {invoices.map((file) => (
          <Invoice key={file.id}>
            <FileText size={18} strokeWidth={1.75} aria-hidden="true" />
            <Button variant="text" aria-label={texts.open(file.fileName)} onClick={() => void open(file)}>
              {file.fileName}, {texts.size(Math.max(1, Math.round(file.sizeBytes / 1024)))}
            </Button>
            {mayRemove && (
              <Remove aria-label={texts.remove(file.fileName)} disabled={remove.isPending} onClick={() => takeBack(file)}>
                <X size={16} strokeWidth={1.75} aria-hidden="true" />
              </Remove>
            )}
          </Invoice>
        ))}
        <Picker
          ref={invoicePicker}
          type="file"
          tabIndex={-1}
          aria-label={texts.addInvoice}
          accept={`application/pdf,${photoAccept}`}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file !== undefined) void takeInvoice(file)
            target.value = ''
          }}
        />
        <div>
          <Button loading={add.isPending && add.variables.kind === 'invoice'} onClick={() => invoicePicker.current?.click()} startIcon={<Plus size={16} strokeWidth={1.75} />}>
            {texts.addInvoice}
          </Button>
        </div>
      </Group>
    </>
  )
}

import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { userMessage } from '@/api/errors'
import type { Attachment, MaintenanceRequest } from '@/api/maintenance'
import { common } from '@/lib/messages'
import { mostFiles } from '@/lib/maintenance'
import { color, media, radius, type } from '@/theme/tokens'
import { PhotoViewer } from '@/ui/PhotoViewer'
import { toasts } from '@/ui/toast/toasts'
import { details as texts } from '../messages'
import { useRemoveAttachment } from '../queries'
import { AddPhoto } from './AddPhoto'
import { Photo } from './Photo'
import { Acts, Note, Section } from './Section'

const Grid = styled('ul')({ display: 'grid', gap: 10, gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))', [media.mobile]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } })
const Tile = styled(ButtonBase)({
  display: 'block',
  width: '100%',
  aspectRatio: '4 / 3',
  borderRadius: radius.tile,
  overflow: 'hidden',
  backgroundColor: color.neutralSoft,
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
})
const Caption = styled('p')({ ...type.small, color: color.muted, marginTop: 2 })

/** Photos in their order, each with what it is called: `Problem 1`. */
function captioned(files: readonly Attachment[]): { file: Attachment; name: string }[] {
  const numbers = new Map<string, number>()
  return files
    .filter(({ kind }) => kind !== 'invoice')
    .map((file) => {
      const number = (numbers.get(file.kind) ?? 0) + 1
      numbers.set(file.kind, number)
      return { file, name: texts.photoOf(texts.kinds[file.kind], number) }
    })
}

interface PhotosProps {
  request: MaintenanceRequest
  /** The kinds that the reader can add. */
  kinds: readonly ('photo' | 'before' | 'after')[]
  mayRemove: boolean
}

const labels = { photo: texts.addPhoto, before: texts.addBefore, after: texts.addAfter }

/** The photos before and after; one that is pressed opens over the whole screen. */
export function Photos({ request: { id, files }, kinds, mayRemove }: PhotosProps) {
  const [shown, setShown] = useState<number>()
  const photos = captioned(files)
  return (
    <Section title={texts.photos} aside={photos.length > 0 ? String(photos.length) : undefined}>
      {photos.length === 0 && <Note>{texts.noPhotos}</Note>}
      {photos.length > 0 && (
        <Grid>
          {photos.map(({ file, name }, index) => (
            <li key={file.id}>
              <Tile aria-label={texts.openPhoto(name)} onClick={() => setShown(index)}>
                <Photo id={id} attachmentId={file.id} alt="" />
              </Tile>
              <Caption>{name}</Caption>
            </li>
          ))}
        </Grid>
      )}
      {files.length < mostFiles && kinds.length > 0 && (
        <Acts>
          {kinds.map((kind) => (
            <AddPhoto key={kind} id={id} kind={kind} label={labels[kind]} room={mostFiles - files.length} />
          ))}
        </Acts>
      )}
      {shown !== undefined && <OpenPhoto id={id} photos={photos} index={shown} mayRemove={mayRemove} onShow={setShown} onClose={() => setShown(undefined)} />}
    </Section>
  )
}

interface ShownProps {
  id: number
  photos: readonly { file: Attachment; name: string }[]
  index: number
  mayRemove: boolean
  onShow: (index: number) => void
  onClose: () => void
}

function OpenPhoto({ id, photos, index, mayRemove, onShow, onClose }: ShownProps) {
  const { mutate, isPending } = useRemoveAttachment()
  const photo = photos[index]
  // Somebody else took it away meanwhile.
  if (photo === undefined) return null
  const remove = () => {
    mutate({ id, attachmentId: photo.file.id }, {
      onSuccess: () => {
        toasts.success(texts.photoRemoved, photo.name)
        onClose()
      },
      onError: (error) => toasts.failure(common.error, userMessage(error, texts.failedText)),
    })
  }
  return (
    <PhotoViewer
      index={index}
      of={photos.length}
      caption={photo.name}
      photo={<Photo key={photo.file.id} id={id} attachmentId={photo.file.id} alt={photo.name} />}
      remove={mayRemove ? { name: texts.removePhoto, isPending, onRemove: remove } : undefined}
      onShow={onShow}
      onClose={onClose}
    />
  )
}

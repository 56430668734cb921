import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { FileButton } from './FileButton'
import { Hidden } from './Hidden'
import { toasts } from './toast/toasts'
import type { SendFile } from './useUpload'

const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, marginTop: 12 })

const texts = {
  add: 'Add Photo',
  change: 'Change Photo',
  remove: 'Remove Photo',
  saved: 'Photo saved',
  removed: 'Photo removed',
  removeFailed: 'The photo could not be removed',
} as const

/** The file types of a tenant's photo. */
const accept = 'image/png,image/jpeg,image/gif'

interface PhotoButtonsProps {
  /** The person, for those who do not see the buttons' place. */
  whose?: string
  hasPhoto: boolean
  send: SendFile<unknown>
  remove: () => Promise<unknown>
  /** A failure in words. */
  explain: (error: unknown) => { title?: string | undefined; text: string }
}

/** Sets somebody's photo, or takes it away. */
export function PhotoButtons({ whose, hasPhoto, send, remove, explain }: PhotoButtonsProps) {
  const [isRemoving, setRemoving] = useState(false)
  const take = async () => {
    setRemoving(true)
    try {
      await remove()
      toasts.success(texts.removed, whose)
    } catch (error) {
      toasts.failure(texts.removeFailed, explain(error).text)
    }
    setRemoving(false)
  }
  return (
    <Acts>
      <FileButton label={hasPhoto ? texts.change : texts.add} accept={accept} send={send} explain={explain} onSent={() => toasts.success(texts.saved, whose)} />
      {hasPhoto && (
        <Button variant="text" loading={isRemoving} onClick={() => void take()}>
          {texts.remove}
          {whose !== undefined && <Hidden>, {whose}</Hidden>}
        </Button>
      )}
    </Acts>
  )
}

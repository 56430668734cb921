import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { largestPhoto } from '@/lib/maintenance'
import { photoTexts as texts } from '@/lib/photos'
import { color, media, radius, type } from '@/theme/tokens'
import { PhotoPicker } from '../photo/PhotoPicker'
import { isPicture, readyPhotos, type Refusal } from '../photo/reduce'
import { RefusedPhotos } from '../photo/RefusedPhotos'
import { toasts } from '../toast/toasts'
import { useObjectUrl } from '../useObjectUrl'
import { Field } from './Field'

const List = styled('ul')({ display: 'flex', flexWrap: 'wrap', gap: 10, marginBottom: 8 })
const Tile = styled('li')({
  position: 'relative',
  width: 88,
  height: 88,
  borderRadius: radius.tile,
  overflow: 'hidden',
  backgroundColor: color.neutralSoft,
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
})
const Remove = styled(ButtonBase)({
  position: 'absolute',
  top: 0,
  right: 0,
  width: 32,
  height: 32,
  borderRadius: radius.control,
  color: color.ink,
  backgroundColor: color.surface,
  border: `1px solid ${color.line}`,
  [media.mobile]: { width: 44, height: 44 },
})
const Preparing = styled('p')({ ...type.small, color: color.muted, marginBlock: 6 })

/** Photos that are sent with a form: from a phone's camera, its gallery, or a disk; made smaller when they are chosen. */
interface PhotosFieldProps {
  label: string
  hint?: string
  button?: string
  files: readonly File[]
  /** The most photos that it takes. */
  most: number
  onChange: (files: File[]) => void
}

export function PhotosField({ label, hint = texts.hint, button = texts.add, files, most, onChange }: PhotosFieldProps) {
  const [isPreparing, setPreparing] = useState(false)
  const [refused, setRefused] = useState<Refusal[]>([])
  const latest = useRef(files)
  useEffect(() => {
    latest.current = files
  })
  const take = async (chosen: readonly File[]) => {
    const pictures = chosen.filter(isPicture)
    const asked = pictures.slice(0, most - files.length)
    setRefused([])
    setPreparing(true)
    const ready = await readyPhotos(asked)
    setPreparing(false)
    setRefused(ready.refused)
    const small = ready.photos.filter(({ size }) => size <= largestPhoto)
    if (pictures.length < chosen.length) toasts.failure(texts.invalid, texts.invalidText)
    else if (small.length < ready.photos.length) toasts.failure(texts.tooLarge, texts.tooLargeText)
    else if (asked.length < pictures.length) toasts.failure(texts.tooMany, texts.tooManyText(most))
    // One may have been taken away meanwhile.
    if (small.length > 0) onChange([...latest.current, ...small])
  }
  return (
    <Field label={label} hint={hint} isOptional>
      {(control) => (
        <div>
          {files.length > 0 && (
            <List>
              {files.map((file, index) => (
                <Tile key={`${file.name}-${String(file.lastModified)}-${String(index)}`}>
                  <Preview file={file} alt={texts.chosen(index + 1)} />
                  <Remove aria-label={texts.remove(index + 1)} onClick={() => onChange(files.filter((each) => each !== file))}>
                    <X size={16} strokeWidth={1.75} aria-hidden="true" />
                  </Remove>
                </Tile>
              ))}
            </List>
          )}
          {files.length < most && <PhotoPicker control={control} button={button} isMany={most > 1} isLoading={isPreparing} onChoose={(chosen) => void take(chosen)} />}
          {isPreparing && <Preparing role="status">{texts.preparing}</Preparing>}
          <RefusedPhotos refused={refused} />
        </div>
      )}
    </Field>
  )
}

function Preview({ file, alt }: { file: File; alt: string }) {
  const url = useObjectUrl(file)
  return url === '' ? null : <img src={url} alt={alt} />
}

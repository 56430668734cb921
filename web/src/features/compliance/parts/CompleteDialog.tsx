import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { ImagePlus, X } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import type { Inspection } from '@/api/compliance'
import { userMessage } from '@/api/errors'
import { upload } from '@/api/upload'
import { useUndoAct } from '@/api/takeBacks'
import { common } from '@/lib/messages'
import { color, radius } from '@/theme/tokens'
import { Check } from '@/ui/form/Check'
import { Field } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { TextArea } from '@/ui/form/TextArea'
import { FormDialog } from '@/ui/FormDialog'
import { PhotoPicker } from '@/ui/photo/PhotoPicker'
import { ProgressBar } from '@/ui/ProgressBar'
import { undoOf } from '@/ui/takeback/undoOf'
import { toasts } from '@/ui/toast/toasts'
import { useUpload, type SendFile } from '@/ui/useUpload'
import { certificateForm, compliance, inspectionForm } from '../messages'
import { largestFile, mostPhotos } from '../model'
import { useCompleteInspection } from '../queries'

const Photos = styled('ul')({ display: 'flex', flexWrap: 'wrap', gap: 10 })
const Photo = styled('li')({ position: 'relative', '& img': { display: 'block', width: 84, height: 84, objectFit: 'cover', borderRadius: radius.tile } })
const Remove = styled(ButtonBase)({
  position: 'absolute',
  top: 0,
  right: 0,
  width: 28,
  height: 28,
  borderRadius: radius.control,
  color: color.ink,
  backgroundColor: color.surface,
  border: `1px solid ${color.line}`,
})

interface OutcomeValues {
  notes: string
  issuesFound: string
  actionRequired: string
  mediaFiles: string[]
  /** True if nothing was found. */
  nothingFound: boolean
}

/** Says how an inspection went: notes, issues, what has to be done, photos. */
export function CompleteDialog({ inspection, onClose }: { inspection: Inspection; onClose: () => void }) {
  const form = useForm<OutcomeValues>({
    defaultValues: { notes: inspection.notes ?? '', issuesFound: '', actionRequired: '', mediaFiles: [], nothingFound: false },
    resolver: resolverOf(reportMistakes),
    shouldFocusError: false,
  })
  const { register, control, formState } = form
  const { mutate, isPending } = useCompleteInspection()
  const undo = useUndoAct()
  const submit = ({ notes, issuesFound, actionRequired, mediaFiles, nothingFound }: OutcomeValues) => {
    const body = { notes: notes.trim() || null, issuesFound: issuesFound.trim() || null, actionRequired: actionRequired.trim() || null, mediaFiles, ...(nothingFound && { nothingFound }) }
    mutate(
      { row: inspection, body },
      {
        onSuccess: () => {
          toasts.success(inspectionForm.completed, inspection.propertyName, undoOf(undo({ of: 'portfolio', act: 'inspection', id: inspection.id })))
          onClose()
        },
        onError: (error) => toasts.failure(common.error, userMessage(error, inspectionForm.failedText)),
      },
    )
  }
  return (
    <FormDialog
      form={form}
      title={inspectionForm.completeTitle}
      subject={inspection.propertyName}
      submit={inspectionForm.completeTitle}
      order={['issuesFound']}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={inspectionForm.notes} isOptional>
        {(props) => <TextArea {...props} {...register('notes')} maxLength={4000} />}
      </Field>
      <Field label={inspectionForm.issues} isOptional error={formState.errors.issuesFound?.message}>
        {(props) => <TextArea {...props} {...register('issuesFound')} maxLength={4000} />}
      </Field>
      <Check>
        <input type="checkbox" {...register('nothingFound')} />
        {inspectionForm.nothingFound}
      </Check>
      <Field label={inspectionForm.action} isOptional>
        {(props) => <TextArea {...props} {...register('actionRequired')} maxLength={4000} />}
      </Field>
      <Controller control={control} name="mediaFiles" render={({ field }) => <PhotosField urls={field.value} onChange={field.onChange} />} />
    </FormDialog>
  )
}

/** A report says something: notes, findings, photos, or that nothing was found. */
function reportMistakes({ notes, issuesFound, actionRequired, mediaFiles, nothingFound }: OutcomeValues): Mistakes<OutcomeValues> {
  const isEmpty = [notes, issuesFound, actionRequired].every((text) => text.trim() === '') && mediaFiles.length === 0
  if (isEmpty && !nothingFound) return { issuesFound: inspectionForm.reportRequired }
  return nothingFound && issuesFound.trim() !== '' ? { issuesFound: inspectionForm.nothingFoundMistake } : {}
}

const sendPhoto: SendFile = (file, onProgress, signal) => upload(file, 'image', onProgress, signal)

function PhotosField({ urls, onChange }: { urls: string[]; onChange: (urls: string[]) => void }) {
  const { share, start } = useUpload(sendPhoto)
  const take = async (files: readonly File[]) => {
    let taken = urls
    for (const file of files.slice(0, mostPhotos - urls.length)) {
      if (file.size > largestFile) {
        toasts.failure(certificateForm.tooLarge, certificateForm.tooLargeText)
        continue
      }
      try {
        taken = [...taken, await start(file)]
        onChange(taken)
      } catch (error) {
        toasts.failure(certificateForm.uploadFailed, userMessage(error, certificateForm.uploadFailedText))
      }
    }
  }
  return (
    <Field label={inspectionForm.photos} hint={inspectionForm.photosHint} isOptional>
      {(control) => (
        <>
          {urls.length > 0 && (
            <Photos>
              {urls.map((url, index) => (
                <Photo key={url}>
                  <img src={`${url}?size=thumb`} alt={compliance.photo(index + 1)} />
                  <Remove aria-label={inspectionForm.removePhoto(index + 1)} onClick={() => onChange(urls.filter((each) => each !== url))}>
                    <X size={16} strokeWidth={1.75} aria-hidden="true" />
                  </Remove>
                </Photo>
              ))}
            </Photos>
          )}
          {share === null ? (
            <div>
              <PhotoPicker control={control} button={inspectionForm.addPhotos} buttonIcon={ImagePlus} accept="image/png,image/jpeg,image/gif" onChoose={(chosen) => void take(chosen)} />
            </div>
          ) : (
            <ProgressBar label={certificateForm.uploading(Math.round(share * 100))} share={share} />
          )}
        </>
      )}
    </Field>
  )
}

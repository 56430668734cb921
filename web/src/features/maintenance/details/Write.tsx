import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { userMessage } from '@/api/errors'
import { mailTextQuery, tenantMailsQuery } from '@/api/landlord'
import type { MaintenanceRequest } from '@/api/maintenance'
import { holdsFile } from '@/lib/keptForms'
import { common } from '@/lib/messages'
import { color } from '@/theme/tokens'
import { askedBySwitch, EmailTenant } from '@/ui/EmailTenant'
import { TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { PhotosField } from '@/ui/form/PhotosField'
import { resolverOf } from '@/ui/form/rules'
import { KeptNotice } from '@/ui/KeptNotice'
import { SendLaterNotice, submitName } from '@/ui/SendLaterNotice'
import { toasts } from '@/ui/toast/toasts'
import { UnsavedGuard } from '@/ui/UnsavedGuard'
import { useKeptForm } from '@/ui/useKeptForm'
import { useSendLater } from '@/ui/useSendLater'
import { details as texts } from '../messages'
import { useAddComment, useSendFiles } from '../queries'
import type { Side } from './Report'

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 12, marginTop: 14, paddingTop: 14, borderTop: `1px solid ${color.line}` })
const most = 5

/** A comment as it is written. */
interface CommentValues {
  text: string
  photos: File[]
  /** True if the tenants get a mail; null, as the switch says, where nobody chose. */
  emailTenants: boolean | null
}

const nothingWritten: CommentValues = { text: '', photos: [], emailTenants: null }

/** Writes to the other side, with photos; the text stays until it is sent. */
export function Write({ request: { id, tenantName }, side }: { request: MaintenanceRequest; side: Side }) {
  const isLandlord = side !== 'Tenant'
  const { data: switches } = useQuery({ ...tenantMailsQuery(), enabled: isLandlord })
  const { data: mail } = useQuery({ ...mailTextQuery('repair-comment'), enabled: isLandlord })
  const isWanted = switches?.mails.find(({ kind }) => kind === 'repair-comment')?.wanted
  const comment = useAddComment()
  const sendFiles = useSendFiles()
  const form = useForm<CommentValues>({ defaultValues: nothingWritten, resolver: resolverOf(({ text }) => (text.trim() === '' ? { text: texts.commentRequired } : {})) })
  const { control, register, formState, handleSubmit, reset, getValues } = form
  const { isDirty } = formState
  const kept = useKeptForm(form, `comment ${String(id)}`, { staysWhenLeft: true })
  const send = async ({ text, photos, emailTenants }: CommentValues) => {
    // The photos first: the comment names them.
    const { added, failed } = await sendFiles(id, 'photo', photos)
    await comment.mutateAsync({ id, text: text.trim(), attachments: added.map((file) => file.id), emailTenants })
    reset(nothingWritten)
    kept.forget()
    if (failed > 0) toasts.failure(texts.uploadFailed, texts.photosFailed(failed))
    else toasts.success(texts.sent)
  }
  const later = useSendLater(form, send, (error) => toasts.failure(common.error, userMessage(error, texts.sendFailedText)))
  const readers = isLandlord ? (tenantName === null ? texts.readByTeam : texts.readBy(tenantName)) : texts.readByLandlord
  return (
    <Form method="post" noValidate onSubmit={(event) => void handleSubmit(later.start)(event)}>
      {isDirty && <UnsavedGuard isDirty={() => later.isWaiting || holdsFile(getValues())} />}
      <KeptNotice kept={kept} isDirty={isDirty} />
      <Field label={texts.comment} hint={readers} error={formState.errors.text?.message}>
        {(props) => <TextArea {...props} {...register('text')} maxLength={4000} />}
      </Field>
      <Controller control={control} name="photos" render={({ field }) => <PhotosField label={texts.commentPhotos} files={field.value} most={most} onChange={field.onChange} />} />
      {isLandlord && tenantName !== null && (
        <Controller control={control} name="emailTenants" render={({ field }) => <EmailTenant offered={askedBySwitch(isWanted, mail)} value={field.value} onChange={field.onChange} />} />
      )}
      <SendLaterNotice later={later} />
      <div>
        <Button type="submit" loading={later.isSending}>
          {submitName(texts.send, later)}
        </Button>
      </div>
    </Form>
  )
}

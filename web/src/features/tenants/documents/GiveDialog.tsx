import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { fieldErrors, userMessage } from '@/api/errors'
import { invalidate } from '@/api/invalidations'
import { giveTenancyDocument } from '@/api/tenancyDocuments'
import { useActMail } from '@/api/tenantMails'
import type { Tenant } from '@/api/tenants'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { emptyFile } from '@/lib/emptyFile'
import { common } from '@/lib/messages'
import { type } from '@/theme/tokens'
import { DropZone } from '@/ui/DropZone'
import { chosenEmail, EmailTenant } from '@/ui/EmailTenant'
import { ChoiceSelect } from '@/ui/form/ChoiceSelect'
import { Input } from '@/ui/form/controls'
import { Field, FieldError, Hint } from '@/ui/form/Field'
import { resolverOf, type Mistakes } from '@/ui/form/rules'
import { useRecheck } from '@/ui/form/useRecheck'
import { FormDialog } from '@/ui/FormDialog'
import { toasts } from '@/ui/toast/toasts'
import { useUpload } from '@/ui/useUpload'
import { placeOf } from '../parts/facts'
import { documents as texts } from './messages'

interface GiveValues {
  kind: string
  title: string
  file: File | null
}

const order = ['kind', 'title', 'file'] as const
const accept = 'application/pdf,image/png,image/jpeg'
const largest = 10 * 1024 * 1024

const Chosen = styled('p')({ ...type.body, overflowWrap: 'anywhere', fontWeight: 560 })
const FilePart = styled('div')({ display: 'flex', flexDirection: 'column', gap: 6 })

function giveMistakes({ kind, title, file }: GiveValues): Mistakes<GiveValues> {
  const wrong = file === null ? texts.fileRequired : file.size === 0 ? emptyFile.text(file.name) : file.size > largest ? texts.fileTooLarge : undefined
  return {
    ...(kind === '' && { kind: texts.kindRequired }),
    ...(kind === 'other' && title.trim() === '' && { title: texts.titleRequired }),
    ...(wrong !== undefined && { file: wrong }),
  }
}

/** Gives a document to all tenants of a tenancy. */
export function GiveDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const cache = useQueryClient()
  const keyFor = useIdempotencyKey()
  const form = useForm<GiveValues>({ defaultValues: { kind: '', title: '', file: null }, resolver: resolverOf(giveMistakes), shouldFocusError: false })
  const { control, register, setValue, formState } = form
  const { errors } = formState
  useRecheck(form)
  const [kind, file, title] = useWatch({ control, name: ['kind', 'file', 'title'] })
  const [email, setEmail] = useState<boolean | null>(null)
  const named = title.trim() === '' ? (texts.kinds as Readonly<Partial<Record<string, string>>>)[kind] : title.trim()
  const offered = useActMail(tenant.id, 'document', named === undefined ? {} : { title: named }).data
  const { share, start } = useUpload(async (sent: File, onProgress, signal) => {
    const { kind: what, title } = form.getValues()
    const key = keyFor([what, title.trim(), sent.name, sent.size, sent.lastModified, email])['Idempotency-Key']
    return giveTenancyDocument(tenant.id, { kind: what, title: title.trim(), file: sent, ...chosenEmail(email) }, key, onProgress, signal)
  })
  const submit = async ({ file: chosen }: GiveValues) => {
    if (chosen === null) return
    try {
      const given = await start(chosen)
      toasts.success(texts.done, given.title)
      void invalidate(cache, ['tenants'])
      onClose()
    } catch (error) {
      const said = fieldErrors(error)
      for (const name of order) if (said[name] !== undefined) form.setError(name, { type: 'server', message: said[name] })
      toasts.failure(common.error, userMessage(error, texts.failed))
    }
  }
  return (
    <FormDialog
      form={form}
      title={texts.give}
      subject={`${tenant.name}, ${placeOf(tenant)}`}
      submit={texts.give}
      order={order}
      isPending={share !== null}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <Hint>{tenant.leaseStatus === 'Ended' ? texts.hintEnded : texts.hint}</Hint>
      <Field label={texts.kind} error={errors.kind?.message}>
        {(field) => <ChoiceSelect {...field} {...register('kind')} names={texts.kinds} placeholder={texts.chooseKind} />}
      </Field>
      <Field label={texts.name} isOptional={kind !== 'other'} error={errors.title?.message}>
        {(field) => <Input {...field} {...register('title')} autoComplete="off" maxLength={100} />}
      </Field>
      <FilePart>
        {errors.file?.message !== undefined && <FieldError id="document-file-error" text={errors.file.message} />}
        <DropZone
          label={texts.file}
          name="file"
          text={texts.drop}
          textOver={texts.dropNow}
          button={texts.choose}
          icon={FileUp}
          accept={accept}
          onFiles={([chosen]) => chosen && setValue('file', chosen, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
        />
        <Chosen role="status">{file !== null && texts.chosen(file.name)}</Chosen>
      </FilePart>
      <EmailTenant offered={offered} value={email} onChange={setEmail} />
    </FormDialog>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { MaintenanceRequest } from '@/api/maintenance'
import { tenantRequestPath } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { Dialable } from '@/ui/Dialable'
import { Check } from '@/ui/form/Check'
import { FieldError, Hint } from '@/ui/form/Field'
import { PhotosField } from '@/ui/form/PhotosField'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { InfoPanel } from '@/ui/InfoPanel'
import { PlainDialog } from '@/ui/PlainDialog'
import { SendLaterNotice, submitName } from '@/ui/SendLaterNotice'
import { toasts } from '@/ui/toast/toasts'
import { useKeptForm } from '@/ui/useKeptForm'
import { useSendLater } from '@/ui/useSendLater'
import { form as shared, report as texts } from './form.messages'
import { ProblemFields } from './forms/fields'
import { UrgencyFields } from './forms/UrgencyFields'
import { useRefusal } from './forms/useRefusal'
import { newReport, reportBody, reportMistakes, reportOrder, type ReportValues } from './forms/values'
import { details } from './messages'
import { useAddRequest, useSendFiles } from './queries'

const Group = styled('fieldset')({ display: 'flex', flexDirection: 'column', gap: 2, '& input[type="radio"]': { accentColor: color.accent } })
const Legend = styled('legend')({ ...type.body, fontWeight: 560, padding: 0, marginBottom: 4 })
const most = 10

/** Report a Problem: what, where, photos, and whether somebody may come in; what to do at once is told afterwards. */
export function Component({ propertyId, gasNumber, onClose }: { /** The home that it is about. */ propertyId: number; /** Whom to call there when gas is smelt. */ gasNumber: string; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm<ReportValues>({ defaultValues: newReport, resolver: resolverOf(reportMistakes), shouldFocusError: false })
  const { control, register, formState } = form
  const add = useAddRequest()
  const sendFiles = useSendFiles()
  const refuse = useRefusal(form, reportOrder, texts.failedText)
  const [sending, setSending] = useState<string>()
  /** The report is there; its photos may be still on their way. */
  const [added, setAdded] = useState<MaintenanceRequest>()
  const [urgent, setUrgent] = useState<MaintenanceRequest>()
  const kept = useKeptForm(form, `report ${String(propertyId)}`, { staysWhenLeft: true })
  const open = ({ id }: MaintenanceRequest) => void navigate(tenantRequestPath(id), { replace: true })
  const finish = (request: MaintenanceRequest) => {
    kept.forget()
    if (request.advice === null) open(request)
    else setUrgent(request)
  }
  const send = async (values: ReportValues) => {
    try {
      const request = added ?? (await add.mutateAsync({ ...reportBody(values), propertyId }))
      if (request === undefined) return
      setAdded(request)
      const { failed } = await sendFiles(request.id, 'photo', values.photos, (number) => setSending(shared.sending(number, values.photos.length)))
      if (failed > 0) toasts.failure(details.uploadFailed, details.photosFailed(failed))
      else toasts.success(texts.reported, texts.reportedText)
      finish(request)
    } finally {
      setSending(undefined)
    }
  }
  const later = useSendLater(form, send, refuse)
  const partly = added && { title: texts.photosWait, text: texts.photosWaitText, action: texts.withoutPhotos, onAction: () => finish(added) }
  if (urgent !== undefined) {
    return (
      <PlainDialog
        title={texts.adviceTitle}
        role="alertdialog"
        foot={
          <Button variant="contained" onClick={() => open(urgent)}>
            {texts.adviceDone}
          </Button>
        }
      >
        <InfoPanel tone="danger" title={urgent.title} text={<Dialable text={urgent.advice ?? ''} />} />
      </PlainDialog>
    )
  }
  const error = formState.errors.entry?.message
  return (
    <FormDialog
      form={form}
      title={texts.title}
      submit={submitName(texts.submit, later)}
      order={reportOrder}
      isPending={later.isSending}
      kept={kept}
      later={{ isWaiting: later.isWaiting, notice: (id) => <SendLaterNotice later={later} form={id} partly={partly} /> }}
      discardTitle={texts.discardTitle}
      onSubmit={later.start}
      onClose={onClose}
    >
      <Hint>
        <Dialable text={texts.gas(gasNumber)} />
      </Hint>
      <ProblemFields between={<UrgencyFields propertyId={propertyId} />} />
      <Controller control={control} name="photos" render={({ field }) => <PhotosField label={shared.photos} hint={shared.photosHint} files={field.value} most={most} onChange={field.onChange} />} />
      <Group aria-describedby={['entry-hint', ...(error === undefined ? [] : ['entry-error'])].join(' ')}>
        <Legend>{texts.entry}</Legend>
        <Hint id="entry-hint">{texts.entryHint}</Hint>
        {error !== undefined && <FieldError id="entry-error" text={error} />}
        <Check>
          <input type="radio" value="yes" {...register('entry')} />
          {texts.entryYes}
        </Check>
        <Check>
          <input type="radio" value="no" {...register('entry')} />
          {texts.entryNo}
        </Check>
      </Group>
      {sending !== undefined && <p role="status">{sending}</p>}
    </FormDialog>
  )
}

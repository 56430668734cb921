import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useForm, useFormContext, useWatch } from 'react-hook-form'
import type { Application } from '@/api/applications'
import { fieldErrors, isRefusal, userMessage } from '@/api/errors'
import { applicationStatuses, documentTypes, homeName, usualDocuments, type ApplicationStatus } from '@/lib/applications'
import { color, media, radius, type } from '@/theme/tokens'
import { Check } from '@/ui/form/Check'
import { TextArea } from '@/ui/form/controls'
import { Field, FieldError } from '@/ui/form/Field'
import { resolverOf } from '@/ui/form/rules'
import { FormDialog } from '@/ui/FormDialog'
import { InfoPanel } from '@/ui/InfoPanel'
import { toasts } from '@/ui/toast/toasts'
import { decide as texts } from '../messages'
import { approvedFor, useDecide } from '../queries'
import { decisionBody, decisionMistakes, decisionOf, type Decision } from './values'

const Group = styled('fieldset')({ display: 'flex', flexDirection: 'column', '& > label > input[type="radio"]': { accentColor: color.accent } })
const Legend = styled('legend')({ ...type.body, fontWeight: 560, padding: 0, marginBottom: 4 })
const Presets = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginBlock: 4 })
const Preset = styled(Button)({
  minHeight: 32,
  padding: '4px 10px',
  fontSize: 13,
  borderRadius: radius.control,
  '&[aria-pressed="true"]': { borderColor: color.accent, backgroundColor: color.accentSoft, color: color.accent },
  [media.mobile]: { minHeight: 44 },
})

interface UpdateStatusDialogProps {
  application: Application
  /** The status that the button stands for. */
  initial?: ApplicationStatus
  onClose: () => void
}

/** Sets an application's status, with what belongs to it; nothing restricts which. */
export function UpdateStatusDialog({ application, initial, onClose }: UpdateStatusDialogProps) {
  const form = useForm<Decision>({ defaultValues: decisionOf(application, initial ?? ''), resolver: resolverOf(decisionMistakes) })
  const status = useWatch({ control: form.control, name: 'status' })
  const decide = useDecide()
  const [clash, setClash] = useState<{ text: string; jointWith: number | undefined }>()
  const refuse = async (error: unknown) => {
    if (isRefusal(error, 'HOME_ALREADY_APPROVED')) {
      const other = await approvedFor(application).catch(() => undefined)
      setClash({ text: userMessage(error, texts.failedText), jointWith: other?.id })
      return
    }
    const found = fieldErrors(error)
    for (const name of ['rejectionReason', 'landlordNotes', 'requestedDocuments'] as const) {
      if (found[name] !== undefined) form.setError(name, { type: 'server', message: found[name] })
    }
    toasts.failure(texts.failed, userMessage(error, texts.failedText))
  }
  const send = (values: Decision, jointWith?: number) =>
    decide.mutate(
      { application, body: decisionBody(values, application, jointWith) },
      {
        onSuccess: () => {
          toasts.success(texts.updated, texts.updatedText(application.tenantName, values.status))
          onClose()
        },
        onError: (error) => void refuse(error),
      },
    )
  return (
    <FormDialog
      form={form}
      title={texts.title}
      subject={texts.subject(application.tenantName, homeName(application), application.status)}
      submit={texts.submit}
      isPending={decide.isPending}
      obstacle={status === '' ? texts.chooseFirst : undefined}
      onSubmit={(values) => send(values)}
      onClose={onClose}
    >
      <Group>
        <Legend>{texts.status}</Legend>
        {applicationStatuses.map((each) => (
          <Check key={each}>
            <input type="radio" value={each} {...form.register('status', { onChange: () => setClash(undefined) })} />
            {each}
          </Check>
        ))}
      </Group>
      {status === 'Rejected' && <Reason />}
      {status === 'Documents Required' && <RequestedDocuments />}
      <Field label={texts.notes} hint={texts.notesHint} isOptional error={form.formState.errors.landlordNotes?.message}>
        {(control) => <TextArea {...control} {...form.register('landlordNotes')} maxLength={2000} />}
      </Field>
      {status === 'Rejected' && <InfoPanel tone="info" title={texts.erasedTitle} text={texts.erasedText} />}
      {status === 'Approved' && application.status !== 'Approved' && <InfoPanel tone="info" title={texts.approveTitle} text={texts.approveText(application.tenantName, application.email)} />}
      {status !== '' && status !== 'Approved' && application.status === 'Approved' && <InfoPanel tone="warning" title={texts.leaveTitle} text={texts.leaveText} />}
      {clash !== undefined && status === 'Approved' && (
        <div role="alert">
          <InfoPanel tone="warning" title={texts.clashTitle} text={clash.text}>
            {clash.jointWith !== undefined && (
              <Button sx={{ marginTop: '10px' }} loading={decide.isPending} onClick={() => send(form.getValues(), clash.jointWith)}>
                {texts.together}
              </Button>
            )}
          </InfoPanel>
        </div>
      )}
    </FormDialog>
  )
}

/** Asks why it is rejected: neutral reasons are offered, and can be edited. */
function Reason() {
  const { register, control, setValue, formState } = useFormContext<Decision>()
  const reason = useWatch({ control, name: 'rejectionReason' })
  return (
    <Field label={texts.reason} hint={texts.reasonHint} error={formState.errors.rejectionReason?.message}>
      {(props) => (
        <>
          <Presets role="group" aria-label={texts.presetsLabel}>
            {texts.presets.map(([name, text]) => (
              <Preset key={name} aria-pressed={reason === text} onClick={() => setValue('rejectionReason', text, { shouldDirty: true, shouldValidate: formState.isSubmitted })}>
                {name}
              </Preset>
            ))}
          </Presets>
          <TextArea {...props} {...register('rejectionReason')} maxLength={2000} />
        </>
      )}
    </Field>
  )
}

/** Asks which documents the applicant is to send. */
function RequestedDocuments() {
  const { register, formState } = useFormContext<Decision>()
  const error = formState.errors.requestedDocuments?.message
  return (
    <Group aria-describedby={error === undefined ? undefined : 'wanted-error'}>
      <Legend>{texts.documents}</Legend>
      {error !== undefined && <FieldError id="wanted-error" text={error} />}
      {[...usualDocuments, 'other' as const].map((each) => (
        <Check key={each}>
          <input type="checkbox" value={each} {...register('requestedDocuments')} />
          {documentTypes[each]}
        </Check>
      ))}
    </Group>
  )
}

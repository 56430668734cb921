import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { BellRing, FileDown } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { readEvidence, type Agreement } from '@/api/agreements'
import { userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import { newAgreementPath } from '@/lib/paths'
import { saveFile } from '@/lib/save'
import { color, type } from '@/theme/tokens'
import { TextArea } from '@/ui/form/controls'
import { Field } from '@/ui/form/Field'
import { FormDialog } from '@/ui/FormDialog'
import { SendQuestion } from '@/ui/SendQuestion'
import { toasts } from '@/ui/toast/toasts'
import { agreement as texts } from '../messages'
import { nextSigner } from '../model'
import { useRemind, useVoid } from '../queries'

const Box = styled('div')({ display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: 10 })
const Hint = styled('p')({ ...type.small, color: color.muted, marginTop: -4 })
// An act that cannot be taken back keeps away from what is pressed often.
const End = styled('div')({ display: 'grid', marginTop: 6, paddingTop: 16, borderTop: `1px solid ${color.line}` })

/** Offers the landlord's acts on an agreement beside signing it. */
export function LandlordActs({ agreement, applicationId }: { agreement: Agreement; applicationId: number }) {
  const [isVoiding, setVoiding] = useState(false)
  const [isReminding, setReminding] = useState(false)
  const remind = useRemind(applicationId)
  const next = nextSigner(agreement)
  const isOver = agreement.state === 'declined' || agreement.state === 'voided'
  const again = () =>
    remind.mutate(
      { pressedAt: Date.now() },
      {
        onSuccess: () => {
          toasts.success(texts.reminded, texts.remindedText(next?.name ?? ''))
          setReminding(false)
        },
        onError: (error) => toasts.failure(texts.remindFailed, userMessage(error, texts.tryAgain)),
      },
    )
  const download = () =>
    void readEvidence(applicationId).then(
      (content) => saveFile(content, texts.evidenceName),
      (error: unknown) => toasts.failure(texts.downloadFailed, userMessage(error, texts.tryAgain)),
    )
  return (
    <Box>
      <Writers>
        {next !== undefined && next.party !== 'landlord' && (
          <Button onClick={() => setReminding(true)} startIcon={<BellRing size={16} strokeWidth={1.75} />}>
            {texts.remind}
          </Button>
        )}
        {isOver && (
          <Button component={Link} to={newAgreementPath(applicationId)} variant="contained">
            {texts.createNew}
          </Button>
        )}
      </Writers>
      <Button onClick={download} startIcon={<FileDown size={16} strokeWidth={1.75} />}>
        {texts.evidence}
      </Button>
      <Hint>{texts.evidenceHint}</Hint>
      {!isOver && (
        <Writers>
          <End>
            <Button onClick={() => setVoiding(true)} sx={{ color: color.danger, borderColor: color.danger }}>
              {texts.void}
            </Button>
          </End>
        </Writers>
      )}
      {isReminding && next !== undefined && (
        <SendQuestion
          title={texts.remindAsk}
          name={next.name}
          says={texts.remindSays}
          send={texts.remindSend}
          isPending={remind.isPending}
          onSend={again}
          onClose={() => setReminding(false)}
        />
      )}
      {isVoiding && <VoidDialog applicationId={applicationId} isSigned={agreement.state === 'signed'} onClose={() => setVoiding(false)} />}
    </Box>
  )
}

function VoidDialog({ applicationId, isSigned, onClose }: { applicationId: number; isSigned: boolean; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: '' } })
  const take = useVoid(applicationId)
  const submit = ({ reason }: { reason: string }) =>
    take.mutate({ reason: reason.trim() }, {
      onSuccess: () => {
        toasts.success(texts.voided)
        onClose()
      },
      onError: (error) => toasts.failure(texts.voidFailed, userMessage(error, texts.tryAgain)),
    })
  return (
    <FormDialog
      form={form}
      title={texts.voidTitle}
      subject={isSigned ? texts.voidSignedText : texts.voidText}
      submit={texts.void}
      isDanger
      isPending={take.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={texts.reason} hint={texts.voidHint} error={form.formState.errors.reason?.message}>
        {(control) => <TextArea {...control} {...form.register('reason', { validate: (text) => text.trim().length >= 2 || texts.voidRequired })} maxLength={500} />}
      </Field>
    </FormDialog>
  )
}

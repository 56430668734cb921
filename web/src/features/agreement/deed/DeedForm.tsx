import Button from '@mui/material/Button'
import { together } from '@/lib/together'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import type { Agreement, AgreementAccess, GuaranteeDeed, Signer } from '@/api/agreements'
import { fieldErrors, isRefusal, userMessage } from '@/api/errors'
import { color, type } from '@/theme/tokens'
import { KeptNotice } from '@/ui/KeptNotice'
import { SendLaterNotice, submitName } from '@/ui/SendLaterNotice'
import { toasts } from '@/ui/toast/toasts'
import { useKeptForm } from '@/ui/useKeptForm'
import { useSendLater } from '@/ui/useSendLater'
import { useRefresh, useSign } from '../queries'
import { GuarantorPart } from './GuarantorPart'
import { deed as texts } from './messages'
import { deedControlOf, emptyDeed, isOwnPartDone, landlordOf, obstacleOf, type DeedValues } from './model'
import { WitnessPart } from './WitnessPart'

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 24 })
const Send = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8 })
const Note = styled('p')({ ...type.small, color: color.muted })

/** Tells a refusal of a deed that is not the one that was shown any more. */
const isOld = (error: unknown) => ['AGREEMENT_CHANGED', 'AGREEMENT_CLOSED', 'AGREEMENT_NOT_YOUR_TURN', 'LINK_CLOSED'].some((reason) => isRefusal(error, reason))

interface DeedFormProps {
  agreement: Agreement
  deed: GuaranteeDeed
  signer: Signer
  access: AgreementAccess
  /** The hash of the deed that was shown; none before. */
  shownHash: string | undefined
}

/** Guarantor and witness sign the deed that was shown, one after the other, on the same device. */
export function DeedForm({ agreement, deed, signer, access, shownHash }: DeedFormProps) {
  const id = useId()
  const form = useForm<DeedValues>({ defaultValues: emptyDeed })
  const { control, formState, handleSubmit, setError } = form
  // Drawings are not kept, nor what was agreed to: both are given once, for what is read now.
  const kept = useKeptForm(form, `deed ${String(deed.id)}`, { leaveOut: ['consent', 'signature', 'witnessConsent', 'witnessSignature'], staysWhenLeft: true })
  const sign = useSign(access)
  const refresh = useRefresh(access)
  const values = { ...emptyDeed, ...useWatch({ control }) }
  const others = [...agreement.signers.filter(({ party }) => party === 'tenant').map(({ name }) => name), agreement.terms?.landlordName ?? '', ...(agreement.terms?.jointLandlords ?? [])].filter(Boolean)
  const obstacle = obstacleOf(values, signer.name, others, shownHash !== undefined)
  // An open part stays open: closing it would take the witness's drawing with it.
  const isDone = isOwnPartDone(values, signer.name)
  const [isOpen, setOpen] = useState(false)
  if (isDone && !isOpen) setOpen(true)

  const send = async (typed: DeedValues) => {
    if (shownHash === undefined) return
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const occupation = typed.occupation.trim()
    const witness = { name: typed.witnessName.trim(), address: typed.witnessAddress.trim(), consent: typed.witnessConsent, signature: typed.witnessSignature, ...(occupation !== '' && { occupation }) }
    await sign.mutateAsync({ name: typed.name.trim(), consent: typed.consent, signature: typed.signature, documentHash: shownHash, timeZone, language: navigator.language, witness })
    kept.forget()
    toasts.success(texts.done)
  }
  const refuse = (error: unknown) => {
    for (const [field, text] of Object.entries(fieldErrors(error))) {
      const name = deedControlOf(field)
      if (name !== undefined) setError(name, { type: 'server', message: text })
    }
    toasts.failure(texts.failed, userMessage(error, texts.failed))
    if (isOld(error)) void refresh()
  }
  const later = useSendLater(form, send, refuse)
  return (
    <FormProvider {...form}>
      <Form method="post" noValidate onSubmit={(event) => void handleSubmit((typed) => (obstacle === undefined ? later.start(typed) : undefined))(event)}>
        <KeptNotice kept={kept} isDirty={formState.isDirty} />
        <GuarantorPart name={signer.name} isOpen={shownHash !== undefined} isDone={isDone} />
        <WitnessPart guarantor={signer.name} tenant={together(deed.tenantNames)} isOpen={isOpen} />
        <SendLaterNotice later={later} />
        <Send>
          {obstacle !== undefined && <Note id={`${id}-obstacle`}>{obstacle}</Note>}
          <Button type="submit" variant="contained" size="large" loading={later.isSending} disabled={obstacle !== undefined} aria-describedby={obstacle === undefined ? undefined : `${id}-obstacle`}>
            {submitName(texts.sign, later)}
          </Button>
          <Note>{texts.copies(together(deed.tenantNames), landlordOf(agreement))}</Note>
        </Send>
      </Form>
    </FormProvider>
  )
}

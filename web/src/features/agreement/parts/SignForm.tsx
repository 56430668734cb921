import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, useState, type SyntheticEvent } from 'react'
import type { Agreement, AgreementAccess, Signer } from '@/api/agreements'
import { fieldErrors, isRefusal, userMessage } from '@/api/errors'
import { fingerprint } from '@/lib/agreements'
import { color, media, type } from '@/theme/tokens'
import { Check } from '@/ui/form/Check'
import { Input } from '@/ui/form/controls'
import { Field, FieldError } from '@/ui/form/Field'
import { Panel } from '@/ui/Panel'
import { SignaturePad } from '@/ui/signature/SignaturePad'
import { toasts } from '@/ui/toast/toasts'
import { useIsMobile } from '@/ui/useIsMobile'
import { UnsavedGuard } from '@/ui/UnsavedGuard'
import { agreement as texts } from '../messages'
import { isSameName } from '../model'
import { useRefresh, useSign } from '../queries'
import { Decline } from './Decline'

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 18, padding: '16px 20px 18px', [media.mobile]: { padding: '14px 16px 16px' } })
const Tick = styled(Check)({ alignItems: 'flex-start', paddingBlock: 6, '& input': { marginTop: 1 } })
const Send = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8 })
const Note = styled('p')({ ...type.small, color: color.muted })

/** Returns whether the server refuses because the agreement is not what was shown any more. */
const isOld = (error: unknown) => ['AGREEMENT_CHANGED', 'AGREEMENT_CLOSED', 'AGREEMENT_NOT_YOUR_TURN'].some((reason) => isRefusal(error, reason))

const alternatives = (names: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)

interface SignFormProps {
  agreement: Agreement
  access: AgreementAccess
  signer: Signer
  /** The hash of the document that was shown; none before. */
  shownHash: string | undefined
  isOwner: boolean
}

/** Signs the agreement that was shown: consent, the typed name and a signature. */
export function SignForm({ agreement, access, signer, shownHash, isOwner }: SignFormProps) {
  const id = useId()
  const isMobile = useIsMobile()
  const [consent, setConsent] = useState(false)
  const [name, setName] = useState('')
  const [signature, setSignature] = useState('')
  const sign = useSign(access)
  const refresh = useRefresh(access)
  const mistakes = fieldErrors(sign.error)
  // The landlord's signer types their own name; everybody else the one in the agreement.
  const names = signer.ownNames.length > 0 ? signer.ownNames : [signer.name]
  const obstacle = obstacleOf()
  const isTyped = (consent || name !== '' || signature !== '') && !sign.isPending && !sign.isSuccess

  function obstacleOf(): string | undefined {
    if (shownHash === undefined) return isMobile ? texts.openFirst : texts.loadingFirst
    if (!consent) return texts.consentFirst
    if (!names.some((own) => isSameName(name, own))) return texts.nameFirst(alternatives(names))
    return signature === '' ? texts.signFirst : undefined
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // Enter in a field submits a form, but not while its button is off.
    if (obstacle !== undefined || shownHash === undefined || sign.isPending) return
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    sign.mutate({ name: name.trim(), consent, signature, documentHash: shownHash, timeZone, language: navigator.language }, {
      onSuccess: () => toasts.success(texts.signed),
      onError: (error) => {
        toasts.failure(texts.signFailed, userMessage(error, texts.signFailedText))
        if (isOld(error)) void refresh()
      },
    })
  }
  return (
    <Panel title={texts.signAs[signer.party]}>
      {isTyped && <UnsavedGuard isDirty={() => isTyped} />}
      <Form method="post" noValidate onSubmit={submit}>
        <div>
          {mistakes.consent !== undefined && <FieldError id={`${id}-consent`} text={mistakes.consent} />}
          <Tick>
            <input
              type="checkbox"
              checked={consent}
              aria-invalid={mistakes.consent === undefined ? undefined : true}
              aria-describedby={mistakes.consent === undefined ? undefined : `${id}-consent`}
              onChange={({ target }) => setConsent(target.checked)}
            />
            {texts.consent}
          </Tick>
        </div>
        <Field label={texts.fullName} hint={signer.ownNames.length > 0 ? texts.ownNameHint(alternatives(names)) : texts.nameHint(signer.name)} error={mistakes.name}>
          {(control) => <Input {...control} value={name} maxLength={200} autoComplete="name" onChange={({ target }) => setName(target.value)} />}
        </Field>
        <SignaturePad name="signature" value={signature} error={mistakes.signature} onChange={setSignature} />
        <Send>
          {obstacle !== undefined && <Note id={`${id}-obstacle`}>{obstacle}</Note>}
          <Button type="submit" variant="contained" size="large" loading={sign.isPending} disabled={obstacle !== undefined} aria-describedby={obstacle === undefined ? undefined : `${id}-obstacle`}>
            {texts.sign}
          </Button>
        </Send>
        <Note>{texts.kept(fingerprint(shownHash ?? agreement.documentHash))}</Note>
        <Note>{isOwner ? texts.wrongLandlord : texts.wrong}</Note>
        {!isOwner && <Decline access={access} />}
      </Form>
    </Panel>
  )
}

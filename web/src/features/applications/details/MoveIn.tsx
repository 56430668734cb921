import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Application } from '@/api/applications'
import { userMessage } from '@/api/errors'
import { useMayWrite } from '@/api/session'
import { useActMail } from '@/api/tenantMails'
import { stepsDone, type MoveInStep } from '@/lib/agreements'
import { homeName } from '@/lib/applications'
import { agreementPath, newAgreementPath } from '@/lib/paths'
import { EmailTenant } from '@/ui/EmailTenant'
import { InfoPanel } from '@/ui/InfoPanel'
import { MoveInSteps } from '@/ui/MoveInSteps'
import { PlainDialog } from '@/ui/PlainDialog'
import { toasts } from '@/ui/toast/toasts'
import { useCompleteMoveIn, useRightToRent } from '../queries'
import { details } from '../messages'
import { moveIn as texts } from './moveIn.messages'
import { Section } from './Section'
import { WaiveDialog } from './WaiveDialog'

const CheckDialog = lazy(async () => ({ default: (await import('./CheckDialog')).CheckDialog }))

type DialogName = 'check' | 'complete' | 'guarantor' | 'employer'

/** The way into the home (reference_check_status of the specification): the next step is a button, and what stands in its way is said. */
export function MoveIn({ application, onApprove }: { application: Application; onApprove: () => void }) {
  const [shown, setShown] = useState<DialogName>()
  const mayWrite = useMayWrite()
  const checks = useRightToRent(application.id).data
  const { steps } = application
  const close = () => setShown(undefined)
  const actionOf = ({ step, actor }: MoveInStep) => {
    if (step === 'astSigned') {
      return (
        <Button component={Link} to={agreementPath(application.id)} variant={actor === 'Landlord' ? 'contained' : 'outlined'}>
          {actor === 'Landlord' && mayWrite ? texts.signAgreement : texts.openAgreement}
        </Button>
      )
    }
    if (!mayWrite) return null
    if (step === 'employerVerified') return <Button onClick={() => setShown('employer')}>{texts.waive}</Button>
    if (step === 'guarantorVerified') return <Button onClick={() => setShown('guarantor')}>{texts.waive}</Button>
    if (step === 'landlordApproval') return <Button onClick={onApprove}>{texts.approve}</Button>
    if (step === 'astGenerated') {
      const isUnchecked = application.nation === 'England' && checks?.length === 0
      return (
        <>
          {isUnchecked && (
            <Button variant="contained" onClick={() => setShown('check')}>
              {texts.record}
            </Button>
          )}
          <Button component={Link} to={newAgreementPath(application.id)} variant={isUnchecked ? 'outlined' : 'contained'}>
            {texts.createAgreement}
          </Button>
        </>
      )
    }
    if (step === 'moveInCompleted') {
      return (
        <Button variant="contained" onClick={() => setShown('complete')}>
          {texts.complete}
        </Button>
      )
    }
    return null
  }
  return (
    <Section title={texts.title} aside={texts.of(stepsDone(steps), steps.length)}>
      <MoveInSteps label={texts.title} steps={steps} actorName={(actor) => texts.actors[actor] ?? actor} actionOf={actionOf} />
      {application.agreementState === 'signed' && (
        <Button component={Link} to={agreementPath(application.id)} variant="text" sx={{ marginTop: '8px', marginLeft: '-8px' }}>
          {texts.openAgreement}
        </Button>
      )}
      {shown === 'check' && (
        <Suspense>
          <CheckDialog application={application} onClose={close} />
        </Suspense>
      )}
      {shown === 'complete' && <CompleteDialog application={application} onClose={close} />}
      {(shown === 'guarantor' || shown === 'employer') && <WaiveDialog application={application} kind={shown} name={details[shown]} onClose={close} />}
    </Section>
  )
}

/** Asks before somebody moves in, and says what is missing where the server refuses. */
function CompleteDialog({ application, onClose }: { application: Application; onClose: () => void }) {
  const complete = useCompleteMoveIn()
  const [refusal, setRefusal] = useState('')
  const [email, setEmail] = useState<boolean | null>(null)
  const { tenantId } = application
  const offered = useActMail(tenantId ?? 0, 'moved-in', {}, tenantId !== null).data
  const go = () =>
    complete.mutate({ id: application.id, version: application.version, emailTenants: email }, {
      onSuccess: () => {
        toasts.success(texts.completed, texts.completedText(application.tenantName))
        onClose()
      },
      onError: (error) => setRefusal(userMessage(error, texts.tryAgain)),
    })
  return (
    <PlainDialog
      title={texts.completeTitle}
      subject={`${application.tenantName}, ${homeName(application)}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{details.cancel}</Button>
          <Button variant="contained" loading={complete.isPending} onClick={go}>
            {texts.complete}
          </Button>
        </>
      }
    >
      <p>{texts.completeText(application.tenantName)}</p>
      <EmailTenant offered={offered} value={email} onChange={setEmail} />
      {refusal !== '' && (
        <div role="alert" style={{ marginTop: 16 }}>
          <InfoPanel tone="warning" title={texts.completeFailed} text={refusal} />
        </div>
      )}
    </PlainDialog>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import type { Application, Reference } from '@/api/applications'
import { userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import { useTakeBack } from '@/api/takeBacks'
import { londonDay } from '@/lib/civilDate'
import type { Formatter } from '@/lib/format'
import { color } from '@/theme/tokens'
import { Hidden } from '@/ui/Hidden'
import { SendQuestion } from '@/ui/SendQuestion'
import { takeBack } from '@/ui/takeback/messages'
import { toasts } from '@/ui/toast/toasts'
import { details as texts } from '../messages'
import { checksDone } from '../model'
import { useRightToRent, useSendReference } from '../queries'
import { moveIn } from './moveIn.messages'
import { Note, Rows, Section } from './Section'
import { WaiveDialog } from './WaiveDialog'

const TakeBackDialog = lazy(async () => ({ default: (await import('@/ui/takeback/TakeBackDialog')).TakeBackDialog }))
const AnswersDialog = lazy(async () => ({ default: (await import('./AnswersDialog')).AnswersDialog }))

const Name = styled('p')({ fontWeight: 580 })

function Mark({ state }: { state: 'done' | 'open' | 'warn' }) {
  if (state === 'done') return <CircleCheck size={18} strokeWidth={1.75} color={color.success} aria-hidden="true" />
  if (state === 'warn') return <CircleAlert size={18} strokeWidth={1.75} color={color.warning} aria-hidden="true" />
  return <Hourglass size={18} strokeWidth={1.75} color={color.muted} aria-hidden="true" />
}

/** Lists the checks that a landlord waits for: both references, and the right to rent. */
export function Checks({ application }: { application: Application }) {
  const recorded = useRightToRent(application.id).data?.[0]
  const { done, of } = checksDone(application, recorded !== undefined)
  const format = useFormatter()
  const right = application.documents.filter(({ type }) => type === 'rightToRent')
  const isRight = recorded !== undefined || right.some(({ status }) => status === 'accepted')
  const rightText =
    recorded !== undefined ? texts.rightRecorded(format.date(recorded.checkDate), recorded.checker) : isRight ? texts.rightAccepted : right.length > 0 ? texts.rightReceived : texts.rightMissing
  return (
    <Section title={texts.checks} aside={texts.checksDone(done, of)}>
      <Rows>
        <Referee application={application} kind="employer" name={texts.employer} />
        <Referee application={application} kind="guarantor" name={texts.guarantor} />
        <li>
          <Mark state={isRight ? 'done' : 'open'} />
          <div>
            <Name>{texts.rightToRent}</Name>
            <Note>{rightText}</Note>
          </div>
        </li>
      </Rows>
    </Section>
  )
}

function wordsOf(reference: Reference | null, format: Formatter): string {
  if (reference === null) return texts.notAsked
  const day = (instant: string | null) => (instant === null ? '' : format.date(londonDay(new Date(instant))))
  if (reference.state === 'waived') return moveIn.notNeeded(reference.waiveReason ?? '')
  if (reference.state === 'given') return texts.verified(day(reference.answeredAt))
  if (reference.state === 'declined') return texts.declined(day(reference.answeredAt), reference.declineReason ?? '')
  if (reference.state === 'expired') return texts.expired(reference.email, day(reference.expiresAt))
  return texts.sent(reference.email, day(reference.sentAt), day(reference.expiresAt))
}

function Referee({ application, kind, name }: { application: Application; kind: 'guarantor' | 'employer'; name: string }) {
  const format = useFormatter()
  const [isReading, setReading] = useState(false)
  const [isWaiving, setWaiving] = useState(false)
  const [isSending, setSending] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const wanting = useTakeBack({ of: 'tenancy', act: `waived-${kind}`, id: application.id }, isWanted)
  const send = useSendReference()
  const reference = application[kind]
  const state = reference?.state
  const again = () =>
    send.mutate(
      { id: application.id, kind, pressedAt: Date.now() },
      {
        onSuccess: () => {
          toasts.success(texts.sentAgain, texts.sentAgainText(reference?.email ?? ''))
          setSending(false)
        },
        onError: (error) => toasts.failure(texts.sendFailed, userMessage(error, texts.tryAgain)),
      },
    )
  return (
    <li>
      <Mark state={state === 'given' || state === 'waived' ? 'done' : state === 'declined' || state === 'expired' ? 'warn' : 'open'} />
      <div>
        <Name>{name}</Name>
        <Note>{wordsOf(reference, format)}</Note>
      </div>
      {state === 'given' && (
        <Button onClick={() => setReading(true)}>
          {texts.readAnswers}
          <Hidden>, {name}</Hidden>
        </Button>
      )}
      {(state === 'requested' || state === 'expired' || state === 'declined') && application.withdrawnAt === null && application.status !== 'Rejected' && (
        <Writers>
          {state !== 'declined' && (
            <Button onClick={() => setSending(true)}>
              {texts.sendAgain}
              <Hidden>, {name}</Hidden>
            </Button>
          )}
          <Button onClick={() => setWaiving(true)}>
            {moveIn.waive}
            <Hidden>, {name}</Hidden>
          </Button>
        </Writers>
      )}
      {state === 'waived' && (
        <Writers>
          <Button onClick={() => setWanted(true)}>
            {takeBack.acts[`waived-${kind}`].button}
            <Hidden>, {name}</Hidden>
          </Button>
        </Writers>
      )}
      {isWanted && (
        <Suspense>
          <TakeBackDialog work={wanting} subject={`${name}, ${application.tenantName}`} onClose={() => setWanted(false)} />
        </Suspense>
      )}
      {isSending && (
        <SendQuestion
          title={texts.sendAsk}
          name={name}
          email={reference?.email}
          says={texts.sendSays}
          send={texts.send}
          isPending={send.isPending}
          onSend={again}
          onClose={() => setSending(false)}
        />
      )}
      {isWaiving && <WaiveDialog application={application} kind={kind} name={name} onClose={() => setWaiving(false)} />}
      {isReading && reference !== null && (
        <Suspense>
          <AnswersDialog reference={reference} onClose={() => setReading(false)} />
        </Suspense>
      )}
    </li>
  )
}

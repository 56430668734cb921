import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CircleAlert, CircleCheck, CircleMinus, Hourglass, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { Application, ApplicationAccess, Reference } from '@/api/applications'
import { userMessage } from '@/api/errors'
import { londonDay } from '@/lib/civilDate'
import type { Formatter } from '@/lib/format'
import { instantText } from '@/lib/instant'
import { color, media, type } from '@/theme/tokens'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { Hidden } from '@/ui/Hidden'
import { Panel } from '@/ui/Panel'
import { toasts } from '@/ui/toast/toasts'
import { useRemindReferee } from '../queries'
import { isOpen, remindFrom, type RefereeKind } from '../referees'
import { referees as texts } from '../referees.messages'
import { NameReferee } from './NameReferee'

const Row = styled('li')({ padding: '14px 20px', '& + &': { borderTop: `1px solid ${color.line}` }, [media.mobile]: { padding: '14px 16px' } })
const Top = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '4px 12px' })
const Name = styled('p')({ ...type.body, fontWeight: 580 })
const Line = styled('p')({ ...type.small, marginTop: 2, color: color.muted, overflowWrap: 'anywhere' })
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 10 })

const looks: Record<Reference['state'], { icon: LucideIcon; tone: BadgeTone }> = {
  requested: { icon: Hourglass, tone: 'info' },
  expired: { icon: CircleAlert, tone: 'warning' },
  given: { icon: CircleCheck, tone: 'success' },
  declined: { icon: CircleAlert, tone: 'warning' },
  waived: { icon: CircleMinus, tone: 'neutral' },
}

/** Lists the applicant's referees: who has answered, and what to do about those who have not. */
export function Referees({ application, access, format }: { application: Application; access: ApplicationAccess; format: Formatter }) {
  const kinds = (['guarantor', 'employer'] as const).filter((kind) => application[kind] !== null)
  if (kinds.length === 0) return null
  const isOver = application.withdrawnAt !== null || application.status === 'Rejected' || application.checks.moveInCompleted
  return (
    <Panel title={texts.title}>
      <ul>
        {kinds.map((kind) => (
          <Referee key={kind} application={application} kind={kind} format={format} access={isOver ? undefined : access} />
        ))}
      </ul>
    </Panel>
  )
}

function wordsOf({ state, sentAt, expiresAt, answeredAt }: Reference, format: Formatter): string {
  const day = (instant: string | null) => (instant === null ? '' : format.longDate(londonDay(new Date(instant))))
  if (state === 'given') return texts.given(day(answeredAt))
  if (state === 'declined') return texts.declined(day(answeredAt))
  if (state === 'expired') return texts.expired(day(expiresAt))
  return state === 'waived' ? texts.waived : texts.requested(day(sentAt), day(expiresAt))
}

function Referee({ application, kind, format, access }: { application: Application; kind: RefereeKind; format: Formatter; access: ApplicationAccess | undefined }) {
  const reference = application[kind]
  if (reference === null) return null
  const { state, email } = reference
  const { icon, tone } = looks[state]
  const name = kind === 'guarantor' ? application.guarantorName : application.employerName
  return (
    <Row>
      <Top>
        <Name>{texts.kinds[kind]}</Name>
        <Badge tone={tone} icon={icon}>
          {texts.states[state]}
        </Badge>
      </Top>
      <Line>{[name, email].filter((part) => part !== null).join(', ')}</Line>
      <Line>{wordsOf(reference, format)}</Line>
      {access !== undefined && isOpen(reference) && <Acting application={application} kind={kind} reference={reference} format={format} access={access} />}
    </Row>
  )
}

interface ActingProps {
  application: Application
  kind: RefereeKind
  reference: Reference
  format: Formatter
  access: ApplicationAccess
}

function Acting({ application, kind, reference, format, access }: ActingProps) {
  const [isNaming, setNaming] = useState(false)
  const [now] = useState(() => new Date())
  const remind = useRemindReferee(access)
  const { state, email } = reference
  const from = remindFrom(reference, now)
  const send = () =>
    remind.mutate(
      { kind },
      {
        onSuccess: () => toasts.success(texts.reminded, texts.remindedText(email)),
        onError: (error) => toasts.failure(texts.remindFailed, userMessage(error, texts.tryAgain)),
      },
    )
  const whose = <Hidden>, {texts.kinds[kind].toLowerCase()}</Hidden>
  return (
    <>
      {state !== 'declined' && from !== undefined && <Line>{texts.remindFrom(instantText(format, from.toISOString()))}</Line>}
      <Acts>
        {state !== 'declined' && from === undefined && (
          <Button variant="outlined" loading={remind.isPending} onClick={send}>
            {state === 'expired' ? texts.sendAgain : texts.remind}
            {whose}
          </Button>
        )}
        <Button variant={state === 'declined' ? 'contained' : 'outlined'} onClick={() => setNaming(true)}>
          {state === 'declined' ? texts.name : texts.correct}
          {whose}
        </Button>
      </Acts>
      {isNaming && <NameReferee application={application} kind={kind} access={access} onClose={() => setNaming(false)} />}
    </>
  )
}

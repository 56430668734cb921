import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import type { Application, ApplicationAccess } from '@/api/applications'
import { applicationNumber, homeName } from '@/lib/applications'
import { londonDay } from '@/lib/civilDate'
import type { Formatter } from '@/lib/format'
import { tenantAgreementPath } from '@/lib/paths'
import { color, radius, type } from '@/theme/tokens'
import { ApplicationBadge } from '@/ui/ApplicationBadge'
import { Card } from '@/ui/Card'
import { InfoPanel } from '@/ui/InfoPanel'
import { Meter } from '@/ui/Meter'
import { status as texts } from '../messages'
import { headlineOf, type Headline } from '../model'

const Box = styled(Card)({ padding: '14px 16px' })
const Top = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '6px 12px', ...type.body, color: color.muted })
const Bar = styled('div')({ display: 'flex', alignItems: 'center', gap: 12, marginBlock: 12, fontWeight: 620, '& > span:first-of-type': { flex: 1, height: 6, borderRadius: radius.badge } })
const Line = styled('p')({ ...type.body, color: color.muted })

/** The answer first: how far it is, and what to do, or nothing. */
export function Overview({ application, access, format }: { application: Application; access: ApplicationAccess; format: Formatter }) {
  const answer = headlineOf(application)
  const isClosed = answer.kind === 'withdrawn' || answer.kind === 'rejected'
  return (
    <>
      <Box as="div">
        <Top>
          {texts.number(applicationNumber(application.id))}
          <ApplicationBadge status={application.status} isWithdrawn={answer.kind === 'withdrawn'} />
        </Top>
        {!isClosed && (
          <>
            <Bar role="progressbar" aria-label={texts.progressLabel(application.progress)} aria-valuemin={0} aria-valuemax={100} aria-valuenow={application.progress}>
              <Meter share={application.progress} width="auto" />
              {texts.progress(application.progress)}
            </Bar>
            <Line>
              {texts.step(application.currentStep)} {answer.kind === 'nothing' ? texts.nothingToDo : ''}
            </Line>
          </>
        )}
      </Box>
      <First application={application} access={access} answer={answer} format={format} />
    </>
  )
}

function First({ application, access, answer, format }: { application: Application; access: ApplicationAccess; answer: Headline; format: Formatter }) {
  const day = (instant: string) => format.longDate(londonDay(new Date(instant)))
  if (answer.kind === 'withdrawn') return <InfoPanel tone="neutral" title={texts.withdrawnTitle} text={texts.withdrawnText(day(application.withdrawnAt ?? ''))} />
  if (answer.kind === 'rejected') return <InfoPanel tone="danger" title={texts.rejectedTitle} text={application.rejectionReason ?? homeName(application)} />
  if (answer.kind === 'sign') {
    if (!('id' in access)) return <InfoPanel tone="warning" title={texts.signTitle} text={texts.signByLink} />
    return (
      <InfoPanel tone="warning" title={texts.signTitle} text={texts.signText}>
        <Button component={Link} to={tenantAgreementPath(access.id)} variant="contained" sx={{ marginTop: '10px' }}>
          {texts.sign}
        </Button>
      </InfoPanel>
    )
  }
  if (answer.kind === 'approved') return <InfoPanel tone="success" title={texts.approvedTitle} text={texts.approvedText} />
  if (answer.kind === 'signed') return <InfoPanel tone="success" title={texts.signedTitle} text={texts.signedText} />
  if (answer.kind === 'movedIn') return <InfoPanel tone="success" title={texts.movedInTitle} text={texts.movedInText} />
  if (answer.kind === 'documents') return <InfoPanel tone="warning" title={texts.documentsTitle(answer.missing.length)} text={texts.documentsText} />
  if (answer.kind === 'nothing') return null
  const { who, reference } = answer
  if (reference.state === 'expired') return <InfoPanel tone="warning" title={texts.expiredTitle(texts.referees[who])} text={texts.sendAgain} />
  if (reference.state === 'declined') return <InfoPanel tone="warning" title={texts.declinedTitle(texts.referees[who])} text={texts.nameAnother} />
  const title = who === 'guarantor' ? texts.waitingGuarantor : texts.waitingEmployer
  const [sent, until] = [reference.sentAt, reference.expiresAt].map((instant) => (instant === null ? '' : day(instant)))
  return <InfoPanel tone="info" title={title} text={texts.waitingText(reference.email, sent ?? '', until ?? '')} />
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import type { Application } from '@/api/applications'
import { Writers } from '@/api/session'
import { applicationNumber, employmentStatuses, homeName, nameOf } from '@/lib/applications'
import { londonDay } from '@/lib/civilDate'
import { color, media, type } from '@/theme/tokens'
import { ApplicationBadge } from '@/ui/ApplicationBadge'
import { Card } from '@/ui/Card'
import { Hidden } from '@/ui/Hidden'
import { Meter } from '@/ui/Meter'
import { useIsMobile } from '@/ui/useIsMobile'
import { applications as texts } from '../messages'
import { Against, ApplicationLink, incomeOf, ReferenceState, useDetailsAddress } from './facts'

const Whole = styled(Card)({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  boxSizing: 'border-box',
  overflow: 'hidden',
  '&:hover': { borderColor: color.lineStrong },
})
const Top = styled('div')({ padding: '12px 16px 14px', display: 'flex', flexDirection: 'column', gap: 6, overflowWrap: 'anywhere' })
const First = styled('div')({ display: 'flex', flexDirection: 'column-reverse', gap: 2, [media.mobile]: { flexDirection: 'row', justifyContent: 'space-between', gap: 12 } })
const Name = styled('h3')(type.h2)
const Line = styled('p')({ ...type.small, color: color.muted })
const Progress = styled('div')({ ...type.small, display: 'flex', alignItems: 'center', gap: 10, marginTop: 4, color: color.muted, '& > span:first-of-type': { flex: 1 } })
const Rows = styled('dl')({
  flex: 1,
  padding: '10px 16px',
  borderTop: `1px solid ${color.line}`,
  '& > div': { ...type.small, display: 'flex', justifyContent: 'space-between', gap: 12, paddingBlock: 3 },
  '& dt': { color: color.muted },
  '& dd': { textAlign: 'right', fontWeight: 560, overflowWrap: 'anywhere' },
  [media.mobile]: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '6px 16px', '& > div': { flexDirection: 'column', gap: 0, paddingBlock: 0 }, '& dd': { textAlign: 'left' } },
})
const Foot = styled('div')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 10,
  padding: '10px 16px',
  borderTop: `1px solid ${color.line}`,
  backgroundColor: color.sunken,
  '& > *': { position: 'relative', zIndex: 1, paddingInline: '6px !important' },
  '& > :only-child': { gridColumn: '1 / -1' },
})

/** One application: who, how far, and what a landlord reads across the cards of a home. */
interface ApplicationCardProps {
  application: Application
  /** True if the home is not named above. */
  namesHome?: boolean
  onDecide: (application: Application) => void
}

export const ApplicationCard = memo(function ApplicationCard({ application, namesHome = false, onDecide }: ApplicationCardProps) {
  const format = useFormatter()
  const isMobile = useIsMobile()
  const address = useDetailsAddress(application.id)
  const { moveInDate, requestedDocuments } = application
  const isWithdrawn = application.withdrawnAt !== null
  const isClosed = isWithdrawn || application.status === 'Rejected'
  const submitted = texts.submittedOn(applicationNumber(application.id), format.date(londonDay(new Date(application.createdAt))))
  const rows: [string, ReactNode][] = [
    [texts.incomeYear, incomeOf(application, format)],
    [texts.against, <Against key="against" application={application} />],
    ...(isMobile ? [] : ([[texts.work, nameOf(employmentStatuses, application.employmentStatus)]] as [string, ReactNode][])),
    [texts.employer, <ReferenceState key="employer" reference={application.employer} />],
    [texts.guarantor, <ReferenceState key="guarantor" reference={application.guarantor} />],
    ...(isMobile
      ? []
      : ([
          [texts.documents, texts.outstanding(requestedDocuments.length)],
          [texts.moveIn, moveInDate === null ? texts.notSaid : format.date(moveInDate)],
        ] as [string, ReactNode][])),
  ]
  return (
    <Whole as="article" aria-label={application.tenantName}>
      <Top>
        <First>
          <Name>
            <ApplicationLink application={application} />
          </Name>
          {isMobile ? <ApplicationBadge status={application.status} isWithdrawn={isWithdrawn} /> : <Line>{submitted}</Line>}
        </First>
        {isMobile && <Line>{submitted}</Line>}
        {namesHome && <Line>{homeName(application)}</Line>}
        {!isMobile && (
          <div>
            <ApplicationBadge status={application.status} isWithdrawn={isWithdrawn} />
          </div>
        )}
        <Progress>
          <Meter share={isClosed ? 0 : application.progress} width="auto" />
          {isClosed ? texts.closed : texts.stepOf(application.currentStep)}
        </Progress>
      </Top>
      <Rows>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Rows>
      <Foot>
        <Button component={Link} to={address}>
          {texts.viewDetails}
          <Hidden>{texts.ofWhom(application.tenantName)}</Hidden>
        </Button>
        <Writers>
          <Button onClick={() => onDecide(application)} disabled={isWithdrawn}>
            {texts.updateStatus}
            <Hidden>{texts.ofWhom(application.tenantName)}</Hidden>
          </Button>
        </Writers>
      </Foot>
    </Whole>
  )
})

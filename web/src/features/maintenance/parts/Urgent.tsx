import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Phone } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import type { MaintenanceRequest } from '@/api/maintenance'
import { londonDay } from '@/lib/civilDate'
import { requestPath } from '@/lib/paths'
import { color, media, radius, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { dialled } from '@/lib/dialled'
import { Hidden } from '@/ui/Hidden'
import { InfoPanel } from '@/ui/InfoPanel'
import { Entry, Ledger } from '@/ui/Ledger'
import { LoadFailed } from '@/ui/LoadFailed'
import { RequestBadge } from '@/ui/RequestBadges'
import { Skeleton } from '@/ui/Skeleton'
import { details, maintenance as texts } from '../messages'
import { placeOf, spanText, targetOf } from '../model'
import { useUrgentRequests } from '../queries'
import { momentText, TargetWords } from './facts'

const Head = styled('div')({ display: 'flex', alignItems: 'center', gap: 10, marginBottom: 10 })
const Title = styled('h2')(type.h2Large)
const Count = styled('span')({ ...type.small, padding: '1px 7px', borderRadius: radius.badge, fontWeight: 620, color: color.onDanger, backgroundColor: color.danger })
const Cards = styled('ul')({ display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)', [media.desktop]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }, [media.mobile]: { gap: 12 } })
const Whole = styled(Card)({ display: 'flex', flexDirection: 'column', gap: 10, height: '100%', boxSizing: 'border-box', padding: 20, [media.mobile]: { padding: 16 } })
const Top = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'flex-start', gap: '6px 12px' })
const Name = styled('h3')({ ...type.h2, overflowWrap: 'anywhere' })
const Line = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 'auto', [media.mobile]: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', '& > :only-child': { gridColumn: '1 / -1' } } })

/** High, neither Completed nor Cancelled, the next target first; none is the green card. */
export function Urgent() {
  const { data, error, refetch } = useUrgentRequests()
  return (
    <section aria-labelledby="urgent-requests">
      <Head>
        <Title id="urgent-requests">{texts.urgentTitle}</Title>
        {data !== undefined && data.length > 0 && <Count>{data.length}</Count>}
      </Head>
      {data === undefined && error === null && <Skeleton width="100%" height={170} />}
      {data === undefined && error !== null && <LoadFailed what={texts.urgentTitle} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {data?.length === 0 && <InfoPanel tone="success" title={texts.noUrgent} text={texts.noUrgentText} />}
      {data !== undefined && data.length > 0 && (
        <Cards>
          {data.map((request) => (
            <li key={request.id}>
              <UrgentCard request={request} />
            </li>
          ))}
        </Cards>
      )}
    </section>
  )
}

function UrgentCard({ request }: { request: MaintenanceRequest }) {
  const format = useFormatter()
  const { search } = useLocation()
  const now = new Date()
  const { id, title, status, reportedAt, respondBy, firstResponseAt, fixBy, visit, tenantName, tenantPhone } = request
  const target = targetOf(request, now)
  const isAnswer = firstResponseAt === null && respondBy !== null
  const next = isAnswer ? respondBy : fixBy
  // Today is told in hours: the day itself stands above.
  const left = target.tone === 'soon' && next !== null ? { ...target, text: texts.timeLeft(spanText(now.toISOString(), next)) } : target
  const words = target.tone === 'plain' ? undefined : <TargetWords target={left} />
  return (
    <Whole as="article" aria-label={title}>
      <Top>
        <div style={{ flex: '1 1 180px', minWidth: 0 }}>
          <Name>{title}</Name>
          <Line>{placeOf(request)}</Line>
        </div>
        <RequestBadge status={status} />
      </Top>
      <Ledger>
        <Entry label={texts.reported}>{momentText(format, reportedAt, now)}</Entry>
        {isAnswer && (
          <Entry label={texts.answerBy} below={words}>
            {momentText(format, respondBy, now)}
          </Entry>
        )}
        {firstResponseAt !== null && (
          <Entry label={texts.answered} tone="good">
            {details.answeredIn(spanText(reportedAt, firstResponseAt))}
          </Entry>
        )}
        {fixBy !== null && (
          <Entry label={texts.repairBy} below={isAnswer ? undefined : words}>
            {format.date(londonDay(new Date(fixBy)))}
          </Entry>
        )}
        {visit !== null && <Entry label={details.visit}>{`${format.date(visit.visitDate)}, ${visit.startTime}`}</Entry>}
      </Ledger>
      <Acts>
        <Button component={Link} to={{ pathname: requestPath(id), search }}>
          {texts.openRequest}
          <Hidden>, {title}</Hidden>
        </Button>
        {tenantPhone !== null && (
          <Button href={dialled(tenantPhone)} startIcon={<Phone size={16} strokeWidth={1.75} />}>
            {texts.callTenant}
            <Hidden>, {tenantName}</Hidden>
          </Button>
        )}
      </Acts>
    </Whole>
  )
}

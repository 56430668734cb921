import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CircleCheck, CircleMinus, Clock, Info, PenLine, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { shortCause } from '@/api/errors'
import type { ReferenceRequest } from '@/api/references'
import { useUser } from '@/api/session'
import { tenantAgreementPath } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { EmptyState } from '@/ui/EmptyState'
import { Hidden } from '@/ui/Hidden'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'
import { Skeleton } from '@/ui/Skeleton'
import { references as texts } from './messages'
import { useReferenceRequests } from './queries'

const Row = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  padding: '14px 20px',
  '& + &': { borderTop: `1px solid ${color.line}` },
  [media.mobile]: { padding: '14px 16px' },
})
const Words = styled('div')({ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' })
const Name = styled('p')({ ...type.body, fontWeight: 580 })
const Line = styled('p')({ ...type.small, color: color.muted })

const looks: Record<string, { icon: LucideIcon; tone: BadgeTone }> = {
  requested: { icon: Info, tone: 'info' },
  expired: { icon: Clock, tone: 'warning' },
  given: { icon: CircleCheck, tone: 'success' },
  declined: { icon: CircleMinus, tone: 'neutral' },
  waived: { icon: CircleMinus, tone: 'neutral' },
}

/** The start of employers and guarantors: the requests to their address, and what a guarantor signs. */
export function Component() {
  const user = useUser()
  const { data, error, refetch } = useReferenceRequests()
  const agreements = data?.filter(({ agreementApplicationId }) => agreementApplicationId !== null) ?? []
  return (
    <Page isStart title={texts.title}>
      {data === undefined && error === null && <Skeleton width="100%" height={140} />}
      {data === undefined && error !== null && <LoadFailed what={texts.list} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState title={texts.empty} text={texts.emptyText(user.email)} />}
      {agreements.length > 0 && (
        <Panel title={texts.agreements}>
          <ul>
            {agreements.map((request) => (
              <AgreementRow key={request.agreementApplicationId} request={request} />
            ))}
          </ul>
        </Panel>
      )}
      {data !== undefined && data.length > 0 && (
        <Panel title={texts.list}>
          <ul>
            {data.map((request, index) => (
              <Request key={request.url ?? index} request={request} />
            ))}
          </ul>
        </Panel>
      )}
    </Page>
  )
}

function AgreementRow({ request: { tenantName, propertyAddress, agreementApplicationId, maySign } }: { request: ReferenceRequest }) {
  return (
    <Row>
      <Words>
        <Name>
          {texts.agreement} {texts.forWhom(tenantName)}
        </Name>
        <Line>{propertyAddress}</Line>
      </Words>
      {maySign && (
        <Badge tone="info" icon={PenLine}>
          {texts.toSign}
        </Badge>
      )}
      <Button component={Link} to={tenantAgreementPath(agreementApplicationId ?? 0)} variant={maySign ? 'contained' : 'outlined'}>
        {maySign ? texts.sign : texts.read} <Hidden>{texts.forWhom(tenantName)}</Hidden>
      </Button>
    </Row>
  )
}

function Request({ request: { kind, tenantName, propertyAddress, state, url } }: { request: ReferenceRequest }) {
  const { icon, tone } = looks[state] ?? { icon: Info, tone: 'neutral' as const }
  return (
    <Row>
      <Words>
        <Name>
          {kind === 'guarantor' ? texts.guarantor : texts.employer} {texts.forWhom(tenantName)}
        </Name>
        <Line>{propertyAddress}</Line>
      </Words>
      <Badge tone={tone} icon={icon}>
        {texts.states[state] ?? state}
      </Badge>
      {url && state === 'requested' && (
        <Button href={new URL(url, location.origin).pathname} variant="contained">
          {texts.open} <Hidden>{texts.forWhom(tenantName)}</Hidden>
        </Button>
      )}
    </Row>
  )
}

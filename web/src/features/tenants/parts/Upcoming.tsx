import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import { userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import type { Tenant } from '@/api/tenants'
import { londonDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { applicationPath } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { Hidden } from '@/ui/Hidden'
import { LeaseBadge } from '@/ui/LeaseBadge'
import { Panel } from '@/ui/Panel'
import { Person } from '@/ui/Person'
import { toasts } from '@/ui/toast/toasts'
import { tenants as texts } from '../messages'
import { canBegin, moveInOf } from '../model'
import { useStartTenancy } from '../queries'
import { placeOf } from './facts'
import { TenantLink } from './TenantLink'

const Row = styled('li')({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.4fr) minmax(0, 1fr) 140px',
  alignItems: 'center',
  gap: '8px 16px',
  minHeight: 56,
  boxSizing: 'border-box',
  padding: '8px 20px',
  '& + &': { borderTop: `1px solid ${color.line}` },
  '&:hover': { backgroundColor: color.sunken },
  [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)', padding: '12px 16px' },
})
const When = styled('div')({ ...type.small, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px', color: color.muted })
const Act = styled('div')({ ...type.body, justifySelf: 'end', color: color.muted, '& strong': { color: color.ink, fontWeight: 580 }, [media.mobile]: { justifySelf: 'stretch', display: 'grid' } })

/** Lists those who are to move in; a tenancy whose first day has come can be started. */
export function Upcoming({ shown }: { shown: readonly Tenant[] }) {
  return (
    <Panel title={texts.upcoming}>
      <ul>
        {shown.map((tenant) => (
          <UpcomingRow key={tenant.id} tenant={tenant} />
        ))}
      </ul>
    </Panel>
  )
}

function UpcomingRow({ tenant }: { tenant: Tenant }) {
  const format = useFormatter()
  return (
    <Row>
      <Person of={tenant.name} photo={tenant.profilePhotoUrl} name={<TenantLink tenant={tenant} />} line={placeOf(tenant)} />
      <When>
        <LeaseBadge status={tenant.leaseStatus} />
        {texts.movesIn(format.date(tenant.leaseStart))}
      </When>
      <Act>
        {canBegin(tenant, londonDay(new Date())) ? (
          <BeginButton tenant={tenant} />
        ) : (
          <span>
            <strong>{format.rent(tenant.rentAmount)}</strong>
            {texts.perMonth}
          </span>
        )}
      </Act>
    </Row>
  )
}

/** Offers to begin an upcoming tenancy: with an agreement, by the steps of its application. */
export function BeginButton({ tenant, isEarly = false }: { tenant: Tenant; isEarly?: boolean }) {
  const application = moveInOf(tenant)
  if (application !== null) {
    return (
      <Button component={Link} to={applicationPath(application)} variant={isEarly ? 'outlined' : 'contained'} sx={{ position: 'relative', zIndex: 1 }}>
        {texts.moveInSteps}
        <Hidden>, {tenant.name}</Hidden>
      </Button>
    )
  }
  if (isEarly) return null
  return (
    <Writers>
      <StartButton tenant={tenant} />
    </Writers>
  )
}

/** Makes an upcoming tenancy active, from its first day on. */
function StartButton({ tenant }: { tenant: Tenant }) {
  const { mutate, isPending } = useStartTenancy()
  const start = () => {
    mutate(tenant, {
      onSuccess: () => toasts.success(texts.started, texts.startedText(tenant.name, placeOf(tenant))),
      onError: (error) => toasts.failure(common.error, userMessage(error, texts.failedText)),
    })
  }
  return (
    <Button variant="contained" loading={isPending} onClick={start} sx={{ position: 'relative', zIndex: 1 }}>
      {texts.start}
      <Hidden>, {tenant.name}</Hidden>
    </Button>
  )
}

import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import type { Tenant } from '@/api/tenants'
import { londonDay } from '@/lib/civilDate'
import { addDays } from '@/lib/days'
import { applicationPath, propertyPath, tenancyPath, tenantPath } from '@/lib/paths'
import { media } from '@/theme/tokens'
import { Entry, Ledger } from '@/ui/Ledger'
import { details, tenants } from '../messages'
import { useHomeTenants } from '../queries'
import { Section } from './Section'

const Way = styled(Link)({ [media.mobile]: { display: 'inline-flex', alignItems: 'center', minHeight: 44 } })
const Ways = styled('ul')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '0 16px' })

/** The tenancy that a tenant is part of: the home, its days, its money, and who shares it. */
export function Tenancy({ tenant }: { tenant: Tenant }) {
  const format = useFormatter()
  const { propertyId, propertyName, roomNumber, leaseStart, leaseStatus } = tenant
  const { rentAmount, tenancyRent, depositAmount, tenantsTogether, applicationId } = tenant
  const isShared = rentAmount !== tenancyRent
  return (
    <Section title={details.tenancy}>
      <Ledger>
        <Entry label={details.home}>
          <Way to={propertyPath(propertyId)}>{propertyName}</Way>
        </Entry>
        {roomNumber !== null && <Entry label={details.room}>{roomNumber}</Entry>}
        <Entry label={leaseStatus === 'Upcoming' ? details.starts : details.started}>{format.date(leaseStart)}</Entry>
        <AgreedEnd tenant={tenant} />
        {isShared && <Entry label={details.share}>{format.moneyExact(rentAmount)}</Entry>}
        <Entry label={isShared ? details.wholeRent : tenants.rent}>{format.moneyExact(tenancyRent)}</Entry>
        {depositAmount !== null && <Entry label={details.deposit}>{format.moneyExact(depositAmount)}</Entry>}
        {tenantsTogether > 1 && leaseStatus !== 'Ended' && <Together tenant={tenant} />}
        {isShared && (
          <Entry label={details.tenancyRent}>
            <Way to={tenancyPath(tenant.tenancyId)}>{details.openTenancyRent}</Way>
          </Entry>
        )}
        {applicationId !== null && (
          <Entry label={details.application}>
            <Way to={applicationPath(applicationId)}>{details.openApplication}</Way>
          </Entry>
        )}
      </Ledger>
    </Section>
  )
}

/** An agreed end that has passed while they live there makes the tenancy a periodic one: it ends no more by itself. */
function AgreedEnd({ tenant: { leaseEnd, leaseStatus } }: { tenant: Tenant }) {
  const format = useFormatter()
  if (leaseEnd === null) return <Entry label={details.end}>{details.noEnd}</Entry>
  if (leaseStatus !== 'Active' || leaseEnd >= londonDay(new Date())) return <Entry label={details.end}>{format.date(leaseEnd)}</Entry>
  return <Entry label={details.periodicSince}>{details.fixedTermEnded(format.date(addDays(leaseEnd, 1)), format.date(leaseEnd))}</Entry>
}

function Together({ tenant: { id, propertyId, tenancyId } }: { tenant: Tenant }) {
  const { data } = useHomeTenants(propertyId)
  const others = data?.filter((each) => each.tenancyId === tenancyId && each.id !== id) ?? []
  if (others.length === 0) return null
  return (
    <Entry label={details.together}>
      <Ways>
        {others.map((other) => (
          <li key={other.id}>
            <Way to={tenantPath(other.id)} replace>
              {other.name}
            </Way>
          </li>
        ))}
      </Ways>
    </Entry>
  )
}

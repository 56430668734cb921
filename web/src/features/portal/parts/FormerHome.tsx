import { useQuery } from '@tanstack/react-query'
import { ledgerQuery } from '@/api/rent'
import type { OwnPortal } from '../model'
import { Column, Lower } from './columns'
import { Deposit } from './Deposit'
import { Documents } from './Documents'
import { Former, Homes } from './Homes'
import { LandlordDetails } from './LandlordDetails'
import { MyProperty } from './MyProperty'
import { Reference } from './Reference'
import { Rent } from './Rent'
import { Requests } from './Requests'
import { YourTenancy } from './YourTenancy'

/** A home that was left, to be read: the deposit first, until all is said of it. */
export function FormerHome({ portal }: { portal: OwnPortal }) {
  const { tenant, property, tenancies, totalRequests, organisationName, maintenanceRequests, deposit, landlord } = portal
  const shown = tenancies.find(({ tenancyId }) => tenancyId === tenant.tenancyId)
  const { data: ledger, error, refetch } = useQuery(ledgerQuery(tenant.id))
  return (
    <>
      <Homes tenancies={tenancies} shown={tenant.tenancyId} />
      {shown !== undefined && <Former tenancy={shown} />}
      {deposit !== null && <Deposit tenant={tenant} deposit={deposit} />}
      <Lower>
        <Column>
          <Rent tenantId={tenant.id} isJoint={tenant.tenantsTogether > 1} ledger={ledger} error={error} onRetry={() => void refetch()} />
          <Documents tenantId={tenant.id} />
          <Requests propertyId={property.id} newest={maintenanceRequests} total={totalRequests} />
          <MyProperty portal={portal} />
        </Column>
        <Column>
          <YourTenancy portal={portal} />
          <Reference portal={portal} />
          <LandlordDetails landlord={landlord} organisationName={organisationName} gasNumber={undefined} />
        </Column>
      </Lower>
    </>
  )
}

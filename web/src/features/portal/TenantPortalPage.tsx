import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useEffect, type ComponentType } from 'react'
import { Link, Outlet, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { isRefused, shortCause } from '@/api/errors'
import { portalQuery, type Portal, type TenancyToConfirm } from '@/api/portal'
import { standByOffline } from '@/api/push'
import { ledgerQuery, type Ledger as RentLedger } from '@/api/rent'
import { useUser } from '@/api/session'
import { useTenantPhoto } from '@/api/tenantPhotos'
import { londonDay } from '@/lib/civilDate'
import { daysBetween } from '@/lib/days'
import { nothing } from '@/lib/format'
import { parseMoney } from '@/lib/money'
import { paths } from '@/lib/paths'
import { idOf, withList } from '@/lib/query'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { dialled } from '@/lib/dialled'
import { EmptyState } from '@/ui/EmptyState'
import { Entry, Ledger } from '@/ui/Ledger'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { PageSkeleton } from '@/ui/PageSkeleton'
import { Initials } from '@/ui/Person'
import { PhotoButtons } from '@/ui/PhotoButtons'
import { Stat, StatStrip } from '@/ui/StatStrip'
import { useIsMobile } from '@/ui/useIsMobile'
import { portal as texts } from './messages'
import { isCurrent, livesThere, paidUpTo, type OwnPortal } from './model'
import { Certificates } from './parts/Certificates'
import { Column, Lower, Way } from './parts/columns'
import { Confirm, Waiting } from './parts/Confirm'
import { Deposit } from './parts/Deposit'
import { Documents } from './parts/Documents'
import { First } from './parts/First'
import { FormerHome } from './parts/FormerHome'
import { Homes } from './parts/Homes'
import { HowToPay } from './parts/HowToPay'
import { LandlordDetails } from './parts/LandlordDetails'
import { MyProperty } from './parts/MyProperty'
import { Rent } from './parts/Rent'
import { Requests } from './parts/Requests'
import { ToSign } from './parts/ToSign'
import { YourTenancy } from './parts/YourTenancy'

/** /tenant-dashboard, and a tenant's start: their own home, once a tenancy is linked to the account's verified address. */
export function Component({ ReportProblem }: { /** The form of a report, which is another feature's. */ ReportProblem: ComponentType<{ propertyId: number; gasNumber: string; onClose: () => void }> }) {
  const isMobile = useIsMobile()
  useEffect(standByOffline, [])
  const [query, setQuery] = useSearchParams()
  const { data, error, refetch } = useQuery(portalQuery(idOf(query.get('tenancy'))))
  const isReporting = query.get('report') === 'problem'
  const close = () => setQuery((before) => withList(before, { report: '' }), { replace: true, preventScrollReset: true })
  const tenant = data !== undefined && !isRefused(error, 404) ? data.tenant : null
  const home = tenant !== null && isCurrent(tenant) ? data?.tenancies.find(({ tenancyId }) => tenancyId === tenant.tenancyId) : undefined
  return (
    <>
      <Screen isMobile={isMobile} data={data} error={error} refetch={() => void refetch()} />
      <Suspense>
        <Outlet />
        {isReporting && home !== undefined && <ReportProblem propertyId={home.propertyId} gasNumber={home.gasEmergencyNumber} onClose={close} />}
      </Suspense>
    </>
  )
}

interface ScreenProps {
  isMobile: boolean
  data: Portal | undefined
  error: unknown
  refetch: () => void
}

function Screen({ isMobile, data, error, refetch }: ScreenProps) {
  const [query] = useSearchParams()
  const isShown = data !== undefined && !isRefused(error, 404)
  const asked = isShown ? askedOf(data, query) : undefined
  if (isShown && asked !== undefined) {
    return (
      <Page isStart title={texts.confirmTitle} subtitle={texts.confirmText}>
        <Confirm key={asked.tenancyId} asked={asked} current={data.tenancies.find(({ leaseStatus }) => leaseStatus !== 'Ended')} />
      </Page>
    )
  }
  const mayReport = isShown && data.tenant !== null && livesThere(data.tenant)
  return (
    <Page
      isStart
      title={isMobile ? texts.titleMobile : texts.title}
      subtitle={isMobile || data === undefined ? undefined : texts.subtitle}
      aside={mayReport && !isMobile ? <ReportButton /> : undefined}
    >
      {isRefused(error, 404) ? (
        <Denied />
      ) : data !== undefined ? (
        <>
          <Waiting asked={data.toConfirm} />
          {data.tenant !== null && data.property !== null && <OwnHome portal={{ ...data, tenant: data.tenant, property: data.property }} />}
        </>
      ) : error === null ? (
        <PageSkeleton />
      ) : (
        <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={refetch} />
      )}
    </Page>
  )
}

/** The home that is asked about: the one that the address names; before anything is shown the first, unless that is put off. */
function askedOf({ tenant, toConfirm }: Portal, query: URLSearchParams): TenancyToConfirm | undefined {
  const named = idOf(query.get('confirm'))
  if (named !== undefined) return toConfirm.find(({ tenancyId }) => tenancyId === named)
  return tenant === null && query.get('later') === null ? toConfirm[0] : undefined
}

/** Opens the form; the address says so. */
function ReportButton({ isWide = false }: { isWide?: boolean }) {
  const [query] = useSearchParams()
  return (
    <Button component={Link} to={{ search: withList(query, { report: 'problem' }).toString() }} variant="contained" fullWidth={isWide} startIcon={<Plus size={17} strokeWidth={1.75} />}>
      {texts.report}
    </Button>
  )
}

/** Says that no tenancy is linked to the account; an application may be on its way. */
function Denied() {
  const user = useUser()
  return (
    <EmptyState
      title={texts.denied}
      text={
        <>
          {texts.deniedText}
          <br />
          {texts.hint(user.email)}
        </>
      }
      action={
        <Button component={Link} to={paths.tenantStatus}>
          {texts.applicationStatus}
        </Button>
      }
    />
  )
}

const Beside = styled('div')({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [media.widest]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)' },
})
const Profile = styled(Card)({ padding: 20, [media.mobile]: { padding: 16 } })
const Who = styled('div')({ display: 'flex', alignItems: 'center', gap: 16 })
const Name = styled('h2')({ ...type.h2Large, overflowWrap: 'anywhere' })
const Line = styled('p')({ ...type.body, color: color.muted, overflowWrap: 'anywhere' })

const OwnHome = ({ portal }: { portal: OwnPortal }) => (isCurrent(portal.tenant) ? <Home portal={portal} /> : <FormerHome portal={portal} />)

function Home({ portal }: { portal: OwnPortal }) {
  const format = useFormatter()
  const isMobile = useIsMobile()
  const { tenant, property, tenancies, totalRequests, organisationName, maintenanceRequests, paymentDetails, deposit, landlord } = portal
  const shown = tenancies.find(({ tenancyId }) => tenancyId === tenant.tenancyId)
  const { data: ledger, error, refetch } = useQuery(ledgerQuery(tenant.id))
  const hasBegun = tenant.leaseStart <= londonDay(new Date())
  return (
    <>
      <Homes tenancies={tenancies} shown={tenant.tenancyId} />
      {!livesThere(tenant) && <ToSign />}
      <First requests={maintenanceRequests} />
      {isMobile && livesThere(tenant) && <ReportButton isWide />}
      <Beside>
        <Profile aria-label={texts.profile}>
          <Who>
            <Initials name={tenant.name} photo={tenant.profilePhotoUrl} size={64} />
            <div style={{ minWidth: 0 }}>
              <Name>{tenant.name}</Name>
              <Line>{hasBegun ? texts.since(format.date(tenant.leaseStart)) : texts.from(format.longDate(tenant.leaseStart))}</Line>
            </div>
          </Who>
          {tenancies[0]?.tenancyId === tenant.tenancyId && <OwnPhoto hasPhoto={tenant.profilePhotoUrl !== null} />}
          <Ledger sx={{ marginTop: '16px' }}>
            <Entry label={texts.email}>
              <Way href={`mailto:${tenant.email}`}>{tenant.email}</Way>
            </Entry>
            <Entry label={texts.phone}>
              <Way href={dialled(tenant.phone)}>{tenant.phone}</Way>
            </Entry>
          </Ledger>
        </Profile>
        <MyProperty portal={portal} />
      </Beside>
      <Figures portal={portal} isJoint={tenant.tenantsTogether > 1} ledger={ledger} />
      <Lower>
        <Column>
          <Requests propertyId={property.id} newest={maintenanceRequests} total={totalRequests} />
          <Rent tenantId={tenant.id} isJoint={tenant.tenantsTogether > 1} ledger={ledger} error={error} onRetry={() => void refetch()} />
          {!isMobile && <YourTenancy portal={portal} />}
        </Column>
        <Column>
          {paymentDetails !== null && <HowToPay details={paymentDetails} />}
          {deposit !== null && <Deposit tenant={tenant} deposit={deposit} />}
          <Certificates tenancyId={tenant.tenancyId} />
          <Documents tenantId={tenant.id} />
          {isMobile && <YourTenancy portal={portal} />}
          <LandlordDetails landlord={landlord} organisationName={organisationName} gasNumber={shown?.gasEmergencyNumber} />
        </Column>
      </Lower>
    </>
  )
}

/** The requests, and where rent is charged what is owed and comes next: on phones that stands with the rent alone. */
function Figures({ portal: { openIssues, totalRequests }, isJoint, ledger }: { portal: Portal; isJoint: boolean; ledger: RentLedger | undefined }) {
  const isMobile = useIsMobile()
  const format = useFormatter()
  const requests = (
    <>
      <Stat label={texts.openIssues} value={openIssues} />
      <Stat label={texts.totalRequests} value={totalRequests} />
    </>
  )
  if (isMobile || ledger === undefined || (ledger.terms === null && ledger.entries.length === 0)) {
    return (
      <StatStrip cells={2} aria-label={texts.figures}>
        {requests}
      </StatStrip>
    )
  }
  const { balance, oldestUnpaidDue, nextDueAmount, nextDueDate, asOf } = ledger
  const minor = parseMoney(balance) ?? 0n
  const paid = paidUpTo(ledger)
  const label = minor < 0n ? texts.rentCredit : texts.rentOwed
  return (
    <StatStrip cells={4} aria-label={texts.figures}>
      {requests}
      <Stat
        label={isJoint ? texts.together(label) : label}
        value={format.rent(minor < 0n ? -minor : minor)}
        figureTone={minor > 0n ? 'bad' : 'plain'}
        note={oldestUnpaidDue !== null ? texts.owedSince(format.date(oldestUnpaidDue)) : paid === null ? undefined : texts.paidUpTo(format.date(paid))}
      />
      <Stat
        label={texts.nextRent}
        value={nextDueAmount === null ? nothing : format.rent(nextDueAmount)}
        note={nextDueDate === null ? undefined : texts.nextIn(format.date(nextDueDate), daysBetween(asOf, nextDueDate))}
      />
    </StatStrip>
  )
}

/** Sets the tenant's own photo, which the landlord sees as well. */
function OwnPhoto({ hasPhoto }: { hasPhoto: boolean }) {
  return <PhotoButtons hasPhoto={hasPhoto} {...useTenantPhoto('own')} />
}

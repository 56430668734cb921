import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { BedDouble, Plus } from 'lucide-react'
import { Suspense, type ComponentType } from 'react'
import { Link, Outlet, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { isRefused, shortCause } from '@/api/errors'
import { portalQuery, type Portal } from '@/api/portal'
import { ledgerQuery, type Ledger as RentLedger } from '@/api/rent'
import { useUser } from '@/api/session'
import { useTenantPhoto } from '@/api/tenantPhotos'
import { londonDay } from '@/lib/civilDate'
import { daysBetween } from '@/lib/days'
import { nothing, typographic, unbroken } from '@/lib/format'
import { parseMoney } from '@/lib/money'
import { paths } from '@/lib/paths'
import { withList } from '@/lib/query'
import { color, media, type } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { Card } from '@/ui/Card'
import { dialled } from '@/ui/Contact'
import { Elevation } from '@/ui/elevations/Elevation'
import { EmptyState } from '@/ui/EmptyState'
import { Entry, Ledger } from '@/ui/Ledger'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { PageSkeleton } from '@/ui/PageSkeleton'
import { Panel } from '@/ui/Panel'
import { Initials } from '@/ui/Person'
import { PhotoButtons } from '@/ui/PhotoButtons'
import { Stat, StatStrip } from '@/ui/StatStrip'
import { useIsMobile } from '@/ui/useIsMobile'
import { portal as texts } from './messages'
import { paidUpTo } from './model'
import { Documents } from './parts/Documents'
import { First } from './parts/First'
import { Rent } from './parts/Rent'
import { Requests } from './parts/Requests'

/** /tenant-dashboard, and a tenant's start: their own home, once a tenancy is linked to the account's verified address. */
export function Component({ ReportProblem }: { /** The form of a report, which is another feature's. */ ReportProblem: ComponentType<{ onClose: () => void }> }) {
  const isMobile = useIsMobile()
  const [query, setQuery] = useSearchParams()
  const { data, error, refetch } = useQuery(portalQuery())
  const isReporting = query.get('report') === 'problem'
  const close = () => setQuery((before) => withList(before, { report: '' }), { replace: true, preventScrollReset: true })
  const hasHome = data !== undefined && !isRefused(error, 404)
  return (
    <>
      <Screen isMobile={isMobile} data={data} error={error} refetch={() => void refetch()} />
      <Suspense>
        <Outlet />
        {isReporting && hasHome && <ReportProblem onClose={close} />}
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
  const isShown = data !== undefined && !isRefused(error, 404)
  return (
    <Page
      isStart
      title={isMobile ? texts.titleMobile : texts.title}
      subtitle={isMobile || data === undefined ? undefined : texts.subtitle}
      aside={isShown && !isMobile ? <ReportButton /> : undefined}
    >
      {isRefused(error, 404) ? (
        <Denied />
      ) : data !== undefined ? (
        <Home portal={data} />
      ) : error === null ? (
        <PageSkeleton />
      ) : (
        <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={refetch} />
      )}
    </Page>
  )
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

/** Without a tenancy linked to the account there is nothing to show; an application may be on its way. */
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
const Lower = styled('div')({ display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'start', [media.widest]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)' } })
const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0 })
const Profile = styled(Card)({ padding: 20, [media.mobile]: { padding: 16 } })
const Who = styled('div')({ display: 'flex', alignItems: 'center', gap: 16 })
const Name = styled('h2')({ ...type.h2Large, overflowWrap: 'anywhere' })
const Line = styled('p')({ ...type.body, color: color.muted, overflowWrap: 'anywhere' })
/** As high as a thumb wants it, and the lines of its sentence stay where they are. */
const withinText = { marginBlock: -12 }
const Way = styled('a')({ [media.mobile]: { display: 'inline-flex', alignItems: 'center', minHeight: 44 } })

function Home({ portal }: { portal: Portal }) {
  const format = useFormatter()
  const isMobile = useIsMobile()
  const { tenant, totalRequests, organisationName, maintenanceRequests } = portal
  const { data: ledger, error, refetch } = useQuery(ledgerQuery(tenant.id))
  const isHere = tenant.leaseStart <= londonDay(new Date())
  return (
    <>
      <First requests={maintenanceRequests} />
      {isMobile && <ReportButton isWide />}
      <Beside>
        <Profile aria-label={texts.profile}>
          <Who>
            <Initials name={tenant.name} photo={tenant.profilePhotoUrl} size={64} />
            <div style={{ minWidth: 0 }}>
              <Name>{tenant.name}</Name>
              <Line>{isHere ? texts.since(format.date(tenant.leaseStart)) : texts.from(format.date(tenant.leaseStart))}</Line>
            </div>
          </Who>
          <OwnPhoto hasPhoto={tenant.profilePhotoUrl !== null} />
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
      <Figures portal={portal} ledger={ledger} />
      <Lower>
        <Column>
          <Requests newest={maintenanceRequests} total={totalRequests} />
          <Rent tenantId={tenant.id} ledger={ledger} error={error} onRetry={() => void refetch()} />
        </Column>
        <Column>
          <Documents tenantId={tenant.id} />
          <Panel title={texts.contact}>
            <Inside>
              {organisationName !== null && (
                <>
                  {texts.letBy(typographic(organisationName))}
                  <br />
                </>
              )}
              {texts.gas}{' '}
              <Way href={dialled(texts.gasPhone)} style={withinText}>
                {texts.gasPhone}
              </Way>{' '}
              {texts.gasFirst}
            </Inside>
          </Panel>
        </Column>
      </Lower>
    </>
  )
}

/** The requests, and where rent is charged what is owed and comes next: on phones that stands with the rent alone. */
function Figures({ portal: { openIssues, totalRequests }, ledger }: { portal: Portal; ledger: RentLedger | undefined }) {
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
  return (
    <StatStrip cells={4} aria-label={texts.figures}>
      {requests}
      <Stat
        label={minor < 0n ? texts.rentCredit : texts.rentOwed}
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

const Inside = styled('p')({ ...type.body, padding: '18px 20px', color: color.muted, overflowWrap: 'anywhere', [media.mobile]: { paddingInline: 16 } })
const House = styled(Card)({ display: 'grid', overflow: 'hidden', [media.desktop]: { gridTemplateColumns: 'minmax(0, 0.8fr) minmax(0, 1fr)' } })
const Drawing = styled('div')({ minHeight: 120, '& > svg': { display: 'block', width: '100%', height: '100%' } })
const About = styled('div')({ padding: 20, minWidth: 0, [media.mobile]: { padding: 16 } })
const Top = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: '4px 12px', marginBottom: 8 })
const Heading = styled('h2')(type.h2)
const Place = styled('p')({ ...type.h2, overflowWrap: 'anywhere' })
const RentLine = styled('p')({ ...type.body, marginTop: 16, color: color.muted, '& > strong': { ...type.figure, color: color.ink } })

/** The home, and what it costs. */
function MyProperty({ portal: { property, room, tenant } }: { portal: Portal }) {
  const isMobile = useIsMobile()
  const format = useFormatter()
  if (property.propertyType === null) {
    return (
      <House>
        <About>
          <Heading>{texts.property}</Heading>
          <Line>{texts.noProperty}</Line>
        </About>
      </House>
    )
  }
  return (
    <House>
      <Drawing>
        <Elevation type={property.propertyType} />
      </Drawing>
      <About>
        <Top>
          <Heading>{texts.property}</Heading>
          {room !== null && (
            <Badge tone="accent" icon={BedDouble}>
              {texts.room(room.roomNumber)}
            </Badge>
          )}
        </Top>
        <Place>{property.name}</Place>
        <Line>
          {property.address} {unbroken(property.postcode)}
        </Line>
        {!isMobile && <Line>{property.propertyType}</Line>}
        <RentLine>
          <strong>{format.rent(tenant.rentAmount)}</strong>
          {texts.perMonth}
        </RentLine>
        {tenant.rentAmount !== tenant.tenancyRent && <Line>{texts.share(format.rent(tenant.tenancyRent))}</Line>}
        {tenant.leaveDate !== null && <Line>{texts.leaves(format.longDate(tenant.leaveDate))}</Line>}
      </About>
    </House>
  )
}

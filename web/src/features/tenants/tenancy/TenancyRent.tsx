import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CircleMinus, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { isRefused, shortCause } from '@/api/errors'
import { Writers } from '@/api/session'
import type { TenancyRent } from '@/api/tenancyRent'
import { londonDay } from '@/lib/civilDate'
import { daysBetween } from '@/lib/days'
import { parseMoney } from '@/lib/money'
import { paths, tenantPath } from '@/lib/paths'
import { idOf } from '@/lib/query'
import { ordinal, owedOf } from '@/lib/rent'
import { together } from '@/lib/together'
import { color, media, radius, type } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { DetailDialog } from '@/ui/DetailDialog'
import { Entry, Ledger } from '@/ui/Ledger'
import { LeaseBadge } from '@/ui/LeaseBadge'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { Stat, StatStrip } from '@/ui/StatStrip'
import { Quiet, Section } from '../details/Section'
import { ArrearsBadge } from '../parts/Account'
import { addressOf, placeOf } from '../parts/facts'
import { DayField } from '../rent/DayField'
import { rent as texts } from '../rent/messages'
import { tenancy } from './messages'
import { differenceOf, presentOf } from './model'
import { useTenancyRent } from './queries'
import { Shares } from './Shares'
import { Statement } from './Statement'

const EntryDialog = lazy(async () => ({ default: (await import('../rent/EntryDialog')).EntryDialog }))

const Text = styled('p')(type.body)
const Tile = styled('div')({ display: 'grid', placeContent: 'center', width: '100%', height: '100%', fontSize: 22, fontWeight: 620, color: color.accent, backgroundColor: color.accentSoft, borderRadius: radius.tile })
const Blocks = styled('div')({ display: 'flex', flexDirection: 'column', gap: 24 })
const Columns = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '32px 36px', alignItems: 'start', [media.wide]: { gridTemplateColumns: 'minmax(0, 2.1fr) minmax(0, 1fr)' } })
const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 28, minWidth: 0 })
const Way = styled(Link)({ [media.mobile]: { display: 'inline-flex', alignItems: 'center', minHeight: 44 } })
const Below = styled('span')({ ...type.small, color: color.muted })

/** /tenants/tenancies/5: what the tenants of a tenancy owe together, over the list. */
export function Component() {
  const { tenancyId } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [asOf, setAsOf] = useState<string>()
  const id = idOf(tenancyId)
  const { data: rent, error, refetch } = useTenancyRent(id, asOf)
  const close = () => void navigate({ pathname: paths.tenants, search }, { replace: true })
  const isGone = id === undefined || isRefused(error, 404)
  if (rent !== undefined) return <Loaded rent={rent} asOf={asOf} onAsOf={setAsOf} onClose={close} />
  return (
    <DetailDialog eyebrow={tenancy.title} title={isGone ? tenancy.goneTitle : tenancy.loadingTitle} onClose={close}>
      {isGone && (
        <>
          <Text>{tenancy.goneText}</Text>
          <Button onClick={close} sx={{ marginTop: '16px' }}>
            {tenancy.goneBack}
          </Button>
        </>
      )}
      {!isGone && error === null && <Skeleton width="100%" height={200} />}
      {!isGone && error !== null && <LoadFailed what={tenancy.one} cause={shortCause(error)} onRetry={() => void refetch()} />}
    </DetailDialog>
  )
}

interface LoadedProps {
  rent: TenancyRent
  asOf: string | undefined
  onAsOf: (day: string | undefined) => void
  onClose: () => void
}

function Loaded({ rent, asOf, onAsOf, onClose }: LoadedProps) {
  const [task, setTask] = useState<'receipt' | 'entry'>()
  const present = presentOf(rent.tenants)
  const names = together(present.map(({ name }) => name))
  const isJoint = rent.tenants.length > 1
  const [first] = present
  return (
    <>
      <DetailDialog
        eyebrow={tenancy.eyebrow(present.length)}
        title={names}
        under={
          <>
            {placeOf(rent)}, {addressOf(rent)} <LeaseBadge status={rent.leaseStatus} />
            {owedOf(rent.overdue) === 0n ? (
              <Badge tone="neutral" icon={CircleMinus}>
                {tenancy.nobody}
              </Badge>
            ) : (
              <ArrearsBadge balance={rent.overdue} />
            )}
          </>
        }
        picture={<Tile aria-hidden="true">{present.length}</Tile>}
        actions={
          <Writers>
            <Button variant="contained" onClick={() => setTask('receipt')} startIcon={<Plus size={17} strokeWidth={1.75} />}>
              {texts.record}
            </Button>
          </Writers>
        }
        onClose={onClose}
      >
        <Blocks>
          <Figures rent={rent} tenants={present.length} />
          <Columns>
            <Column>
              <Section
                title={texts.statement}
                aside={
                  <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 10 }}>
                    <DayField asOf={asOf} onAsOf={onAsOf} />
                    <Writers>
                      <Button onClick={() => setTask('entry')} startIcon={<Plus size={16} strokeWidth={1.75} />}>
                        {texts.add}
                      </Button>
                    </Writers>
                  </div>
                }
              >
                {rent.entries.length === 0 ? <Quiet>{texts.noEntries}</Quiet> : <Statement rent={rent} isJoint={isJoint} />}
              </Section>
            </Column>
            <Column>
              {isJoint && <Shares rent={rent} />}
              {isJoint && rent.firstEntryDate !== null && <WhoPaid rent={rent} since={rent.firstEntryDate} />}
              <People rent={rent} />
            </Column>
          </Columns>
        </Blocks>
      </DetailDialog>
      <Suspense>
        {task !== undefined && first !== undefined && (
          <EntryDialog
            tenantId={first.tenantId}
            subject={`${names}, ${placeOf(rent)}`}
            ledger={{ entries: [], balance: rent.balance }}
            isReceipt={task === 'receipt'}
            payers={present.map(({ tenantId, name }) => ({ id: tenantId, name }))}
            onClose={() => setTask(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

function Figures({ rent, tenants }: { rent: TenancyRent; tenants: number }) {
  const format = useFormatter()
  const today = londonDay(new Date())
  const { balance, oldestUnpaidDue, daysInArrears, monthsOfRent, asOf, terms, nextDueDate, nextDueAmount, ground8 } = rent
  const minor = parseMoney(balance) ?? 0n
  const isCredit = minor < 0n
  const due = terms === null ? undefined : terms.period === 'monthly' ? texts.dueMonthly(ordinal(terms.dueDay)) : texts.due[terms.period]
  return (
    <>
      <StatStrip cells={4} aria-label={texts.figures} aria-live="polite">
        <Stat
          label={isCredit ? texts.inCredit : asOf === today ? texts.owedNow : texts.owedOn(format.date(asOf))}
          value={format.moneyExact(isCredit ? -minor : minor)}
          figureTone={minor > 0n ? 'bad' : 'plain'}
          note={minor > 0n ? texts.months(monthsOfRent) : tenancy.together(tenants)}
        />
        <Stat label={texts.days} value={daysInArrears} note={oldestUnpaidDue === null || daysInArrears === 0 ? tenancy.nothingDue : texts.since(format.date(oldestUnpaidDue))} />
        <Stat label={texts.perMonth} value={format.moneyExact(rent.monthlyRent)} note={due} />
        <Stat label={texts.next} value={nextDueAmount === null ? texts.noNext : format.moneyExact(nextDueAmount)} note={nextDueDate === null ? undefined : texts.nextOn(format.date(nextDueDate), daysBetween(asOf, nextDueDate))} />
      </StatStrip>
      {ground8 !== null && <Quiet>{ground8}</Quiet>}
    </>
  )
}

function WhoPaid({ rent, since }: { rent: TenancyRent; since: string }) {
  const format = useFormatter()
  return (
    <Section title={tenancy.whoPaid(format.date(since))}>
      <Ledger>
        {rent.tenants.map((payer) => {
          const difference = differenceOf(payer)
          const words = difference === 0n ? tenancy.even : difference > 0n ? tenancy.above(format.moneyExact(difference)) : tenancy.below(format.moneyExact(-difference))
          return (
            <Entry key={payer.tenantId} label={payer.name} below={words}>
              {format.moneyExact(payer.paid)}
            </Entry>
          )
        })}
        <Entry label={tenancy.received} isTotal>
          {format.moneyExact(rent.received)}
        </Entry>
      </Ledger>
    </Section>
  )
}

function People({ rent }: { rent: TenancyRent }) {
  const format = useFormatter()
  return (
    <Section title={tenancy.tenants}>
      <ul>
        {rent.tenants.map(({ tenantId, name, leaveDate, hasLeft }) => (
          <li key={tenantId}>
            <Way to={tenantPath(tenantId)}>{name}</Way> {hasLeft && leaveDate !== null && <Below>{tenancy.hasLeft(format.date(leaveDate))}</Below>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

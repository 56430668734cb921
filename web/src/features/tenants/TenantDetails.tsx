import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Pencil, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { isRefused, shortCause } from '@/api/errors'
import { Writers } from '@/api/session'
import type { Ledger } from '@/api/rent'
import type { Tenant } from '@/api/tenants'
import { londonDay } from '@/lib/civilDate'
import { paths } from '@/lib/paths'
import { idOf } from '@/lib/query'
import { media, type } from '@/theme/tokens'
import { DetailDialog } from '@/ui/DetailDialog'
import { LeaseBadge } from '@/ui/LeaseBadge'
import { LoadFailed } from '@/ui/LoadFailed'
import { Initials } from '@/ui/Person'
import { Skeleton } from '@/ui/Skeleton'
import { useIsMobile } from '@/ui/useIsMobile'
import { DepositSection } from './deposit/DepositSection'
import { useDeposit } from './deposit/queries'
import { Actions } from './details/Actions'
import { EndCard } from './details/EndCard'
import { TakenBack } from './details/TakenBack'
import { Profile } from './details/Profile'
import { Tenancy } from './details/Tenancy'
import { DocumentsSection } from './documents/DocumentsSection'
import { PapersSection } from './duties/PapersSection'
import { PetsSection } from './duties/PetsSection'
import { MailsSection } from './mails/MailsSection'
import { details as texts } from './messages'
import { ArrearsBadge } from './parts/Account'
import { addressOf, placeOf } from './parts/facts'
import { useTenant } from './queries'
import { Figures } from './rent/Figures'
import { rent } from './rent/messages'
import { tasksOf } from './rent/model'
import { NextSteps } from './rent/NextSteps'
import { useLedger } from './rent/queries'
import { RentChanges } from './rent/RentChanges'
import { StatementSection } from './rent/StatementSection'

const EditTenantDialog = lazy(async () => ({ default: (await import('./form/EditTenantDialog')).EditTenantDialog }))
const EntryDialog = lazy(async () => ({ default: (await import('./rent/EntryDialog')).EntryDialog }))
const StartRentDialog = lazy(async () => ({ default: (await import('./rent/StartRentDialog')).StartRentDialog }))
const ReminderDialog = lazy(async () => ({ default: (await import('./mails/ReminderDialog')).ReminderDialog }))
const ChangeRentDialog = lazy(async () => ({ default: (await import('./rent/ChangeRentDialog')).ChangeRentDialog }))

const Text = styled('p')(type.body)
const Picture = styled('div')({ display: 'grid', placeItems: 'center', width: '100%', height: '100%' })
const Blocks = styled('div')({ display: 'flex', flexDirection: 'column', gap: 24 })
const Columns = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '32px 40px', alignItems: 'start', [media.wide]: { gridTemplateColumns: 'minmax(0, 1.9fr) minmax(0, 1fr)' } })
const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 32, minWidth: 0 })

/** /tenants/7: one tenant over the list, as long as the address says so. */
export function Component() {
  const { tenantId } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data: tenant, error, refetch, isEnabled } = useTenant(idOf(tenantId))
  // The list behind the dialog keeps its filters.
  const close = () => void navigate({ pathname: paths.tenants, search }, { replace: true })
  const isGone = !isEnabled || isRefused(error, 404)
  if (tenant === undefined) {
    return (
      <DetailDialog eyebrow={texts.title} title={isGone ? texts.goneTitle : texts.loadingTitle} onClose={close}>
        {isGone && (
          <>
            <Text>{texts.goneText}</Text>
            <Button onClick={close} sx={{ marginTop: '16px' }}>
              {texts.goneBack}
            </Button>
          </>
        )}
        {!isGone && error === null && <Skeleton width="100%" height={200} />}
        {!isGone && error !== null && <LoadFailed what={texts.one} cause={shortCause(error)} onRetry={() => void refetch()} />}
      </DetailDialog>
    )
  }
  return <Loaded key={tenant.id} tenant={tenant} onClose={close} />
}

/** The dialog over the details. */
type Task = 'edit' | 'entry' | 'receipt' | 'start' | 'change' | 'remind'

function Loaded({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const isMobile = useIsMobile()
  const [task, setTask] = useState<Task>()
  const [asOf, setAsOf] = useState<string>()
  const now: Ledger | undefined = useLedger(tenant.id).data
  const deposit = useDeposit(tenant.id).data
  const { data: ledger, error, refetch } = useLedger(tenant.id, asOf)
  const end = () => setTask(undefined)
  const isCharged = now !== undefined && (now.terms !== null || now.entries.length > 0)
  return (
    <>
      <DetailDialog
        eyebrow={texts.title}
        title={tenant.name}
        under={
          <>
            {placeOf(tenant)}, {addressOf(tenant)} <LeaseBadge status={tenant.leaseStatus} />
            {now !== undefined && <ArrearsBadge balance={now.overdue} />}
          </>
        }
        picture={
          <Picture>
            <Initials name={tenant.name} photo={tenant.profilePhotoUrl} size={64} isMuted={tenant.leaseStatus === 'Ended'} />
          </Picture>
        }
        actions={
          <Writers>
            <Button variant={isMobile && !isCharged ? 'contained' : 'outlined'} onClick={() => setTask('edit')} startIcon={<Pencil size={16} strokeWidth={1.75} />}>
              {texts.edit}
            </Button>
            {isCharged && (
              <Button variant="contained" onClick={() => setTask('receipt')} startIcon={<Plus size={17} strokeWidth={1.75} />}>
                {rent.record}
              </Button>
            )}
          </Writers>
        }
        onClose={onClose}
      >
        <Blocks>
          {isCharged && ledger !== undefined && <Figures tenant={tenant} ledger={ledger} />}
          <Columns>
            <Column>
              {ledger === undefined && error === null && <Skeleton width="100%" height={160} />}
              {error !== null && <LoadFailed what={rent.statement} cause={shortCause(error)} onRetry={() => void refetch()} />}
              {ledger !== undefined && error === null && (
                <StatementSection tenant={tenant} ledger={ledger} asOf={asOf} onAsOf={setAsOf} onAdd={() => setTask('entry')} onSetUp={() => setTask('start')} />
              )}
              <DocumentsSection tenant={tenant} />
            </Column>
            <Column>
              {now !== undefined && deposit !== undefined && (
                <NextSteps tenant={tenant} tasks={tasksOf(tenant, now, deposit, londonDay(new Date()))} onSetUp={() => setTask('start')} onReceipt={() => setTask('receipt')} onRemind={() => setTask('remind')} />
              )}
              <Profile tenant={tenant} />
              <MailsSection tenant={tenant} />
              <EndCard tenant={tenant} />
              <Tenancy tenant={tenant} />
              {now !== undefined && <RentChanges tenant={tenant} ledger={now} onChange={() => setTask('change')} />}
              <DepositSection tenant={tenant} />
              <PapersSection tenant={tenant} />
              <PetsSection tenant={tenant} />
              <TakenBack tenant={tenant} />
              <Writers>
                <Actions tenant={tenant} onGone={onClose} />
              </Writers>
            </Column>
          </Columns>
        </Blocks>
      </DetailDialog>
      <Suspense>
        {task === 'edit' && <EditTenantDialog tenant={tenant} onClose={end} />}
        {(task === 'entry' || task === 'receipt') && now !== undefined && <EntryDialog tenantId={tenant.id} subject={`${tenant.name}, ${placeOf(tenant)}`} ledger={now} isReceipt={task === 'receipt'} onClose={end} />}
        {task === 'start' && <StartRentDialog tenant={tenant} onClose={end} />}
        {task === 'remind' && <ReminderDialog tenant={tenant} onClose={end} />}
        {task === 'change' && <ChangeRentDialog tenant={tenant} onClose={end} />}
      </Suspense>
    </>
  )
}

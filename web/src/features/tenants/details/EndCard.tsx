import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import { Writers } from '@/api/session'
import type { Tenant } from '@/api/tenants'
import { useTakeBack } from '@/api/takeBacks'
import { londonDay } from '@/lib/civilDate'
import { addDays } from '@/lib/days'
import { Entry, Ledger } from '@/ui/Ledger'
import { color, type } from '@/theme/tokens'
import { details as texts } from '../messages'
import { placeOf } from '../parts/facts'
import { useFollowingViewings } from './following'
import { Section } from './Section'

const EndTenantDialog = lazy(async () => ({ default: (await import('../form/EndTenantDialog')).EndTenantDialog }))
const TakeBackDialog = lazy(async () => ({ default: (await import('@/ui/takeback/TakeBackDialog')).TakeBackDialog }))

const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, marginTop: 14 })
const Said = styled('span')({ ...type.small, color: color.muted })

/** The end of a tenancy: by whom, when, why, what follows; the last day can be changed, and the end taken back. */
export function EndCard({ tenant }: { tenant: Tenant }) {
  const format = useFormatter()
  const [task, setTask] = useState<'change' | 'back'>()
  const { leaveDate, leaveReason, endedBy, noticeDate, leaveRecordedAt, roomNumber, leaseStatus, tenantsTogether } = tenant
  if (leaveDate === null) return null
  const close = () => setTask(undefined)
  const who = endedBy === null ? texts.notSaid : texts.ends[endedBy]
  const others = leaseStatus === 'Ended' ? tenantsTogether : tenantsTogether - 1
  const home = roomNumber === null ? texts.theHome : texts.roomOf(roomNumber)
  const recorded = leaveRecordedAt === null ? undefined : <Said>{texts.recorded(format.date(londonDay(new Date(leaveRecordedAt))))}</Said>
  return (
    <Section title={texts.endOfTenancy} aside={recorded}>
      <Ledger>
        <Entry label={texts.endedBy}>{noticeDate === null ? who : texts.noticeOf(who, format.date(noticeDate))}</Entry>
        <Entry label={texts.leaves}>{format.date(leaveDate)}</Entry>
        {leaveReason !== null && <Entry label={texts.reasonForRecords}>{leaveReason}</Entry>}
        <Entry label={texts.follows}>{others > 0 ? texts.othersStay : texts.freeFrom(home, format.date(addDays(leaveDate, 1)))}</Entry>
      </Ledger>
      <Writers>
        <Acts>
          {leaseStatus !== 'Ended' && <Button onClick={() => setTask('change')}>{texts.changeEnd}</Button>}
          <Button onClick={() => setTask('back')} startIcon={<Undo2 size={16} strokeWidth={1.75} />}>
            {texts.takeBackEnd}
          </Button>
        </Acts>
      </Writers>
      <Suspense>
        {task === 'change' && <EndTenantDialog tenant={tenant} onClose={close} />}
        {task === 'back' && <TakeBackEnd tenant={tenant} onClose={close} />}
      </Suspense>
    </Section>
  )
}

function TakeBackEnd({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const viewings = useFollowingViewings(tenant)
  const work = useTakeBack({ of: 'tenancy', act: 'end', id: tenant.id })
  const [first] = tenant.name.split(' ')
  return <TakeBackDialog work={work} subject={`${tenant.name}, ${placeOf(tenant)}`} who={first ?? tenant.name} also={viewings} onClose={onClose} />
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { LogOut } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import type { Tenant } from '@/api/tenants'
import { useTakeBack } from '@/api/takeBacks'
import { londonDay } from '@/lib/civilDate'
import { color } from '@/theme/tokens'
import { details, tenants } from '../messages'
import { canBegin, isLeaving, isUpcoming, moveInOf } from '../model'
import { placeOf } from '../parts/facts'
import { BeginButton } from '../parts/Upcoming'
import { Quiet, Section } from './Section'

const EndTenantDialog = lazy(async () => ({ default: (await import('../form/EndTenantDialog')).EndTenantDialog }))
const TakeBackDialog = lazy(async () => ({ default: (await import('@/ui/takeback/TakeBackDialog')).TakeBackDialog }))

const Stack = styled('div')({ display: 'grid', gap: 10, marginTop: 12 })

/** Tenant Actions: what leads to a tenancy's beginning, what ends it, and the way back from a tenant added by mistake. */
export function Actions({ tenant, onGone }: { tenant: Tenant; onGone: () => void }) {
  const format = useFormatter()
  const [task, setTask] = useState<'end' | 'delete'>()
  const close = () => setTask(undefined)
  const deletion = useTakeBack({ of: 'tenancy', act: 'tenant', id: tenant.id }, task === 'delete')
  const hasLeft = tenant.leaseStatus === 'Ended'
  // The act that begins a tenancy from its first day on stands with what to do next.
  const isEarly = isUpcoming(tenant) && !canBegin(tenant, londonDay(new Date()))
  const startsOn = moveInOf(tenant) === null ? tenants.startsOn : tenants.beginsBySteps
  // A tenant who came by an application was no mistake, and goes by its decision.
  const mayDelete = tenant.applicationId === null
  const mayEnd = !hasLeft && !isLeaving(tenant)
  return (
    <Section title={details.actions}>
      <Quiet>{hasLeft ? details.endedText : isEarly ? startsOn(format.longDate(tenant.leaseStart)) : details.endText}</Quiet>
      <Stack>
        {isEarly && <BeginButton tenant={tenant} isEarly />}
        {mayEnd && (
          <Button onClick={() => setTask('end')} startIcon={<LogOut size={16} strokeWidth={1.75} />} sx={{ color: color.danger, borderColor: color.danger }}>
            {details.end_}
          </Button>
        )}
        {mayDelete && (
          <Button variant="text" onClick={() => setTask('delete')}>
            {details.wrongTenant}
          </Button>
        )}
      </Stack>
      <Suspense>
        {task === 'end' && <EndTenantDialog tenant={tenant} onClose={close} />}
        {task === 'delete' && <TakeBackDialog work={deletion} subject={`${tenant.name}, ${placeOf(tenant)}`} onDone={onGone} onClose={close} />}
      </Suspense>
    </Section>
  )
}

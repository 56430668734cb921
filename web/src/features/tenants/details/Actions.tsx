import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { LogOut } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import type { Tenant } from '@/api/tenants'
import { londonDay } from '@/lib/civilDate'
import { color } from '@/theme/tokens'
import { details, tenants } from '../messages'
import { canBegin, isLeaving, isUpcoming, moveInOf } from '../model'
import { BeginButton } from '../parts/Upcoming'
import { Quiet, Section } from './Section'

const EndTenantDialog = lazy(async () => ({ default: (await import('../form/EndTenantDialog')).EndTenantDialog }))

const Stack = styled('div')({ display: 'grid', gap: 10, marginTop: 12 })

/** Tenant Actions: what leads to a tenancy's beginning, and what ends it. */
export function Actions({ tenant }: { tenant: Tenant }) {
  const format = useFormatter()
  const [isEnding, setEnding] = useState(false)
  if (tenant.leaseStatus === 'Ended') {
    return (
      <Section title={details.actions}>
        <Quiet>{details.endedText}</Quiet>
      </Section>
    )
  }
  // What begins it from its first day on stands with what to do next.
  const isEarly = isUpcoming(tenant) && !canBegin(tenant, londonDay(new Date()))
  const startsOn = moveInOf(tenant) === null ? tenants.startsOn : tenants.beginsBySteps
  return (
    <Section title={details.actions}>
      <Quiet>{isEarly ? startsOn(format.longDate(tenant.leaseStart)) : details.endText}</Quiet>
      <Stack>
        {isEarly && <BeginButton tenant={tenant} isEarly />}
        <Button onClick={() => setEnding(true)} startIcon={<LogOut size={16} strokeWidth={1.75} />} sx={{ color: color.danger, borderColor: color.danger }}>
          {isLeaving(tenant) ? details.changeEnd : details.end_}
        </Button>
      </Stack>
      {isEnding && (
        <Suspense>
          <EndTenantDialog tenant={tenant} onClose={() => setEnding(false)} />
        </Suspense>
      )}
    </Section>
  )
}

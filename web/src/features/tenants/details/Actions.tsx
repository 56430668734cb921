import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { LogOut } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import type { Tenant } from '@/api/tenants'
import { londonDay } from '@/lib/civilDate'
import { color } from '@/theme/tokens'
import { details, tenants } from '../messages'
import { canStart, isLeaving, isUpcoming } from '../model'
import { StartButton } from '../parts/Upcoming'
import { Quiet, Section } from './Section'

const EndTenantDialog = lazy(async () => ({ default: (await import('../form/EndTenantDialog')).EndTenantDialog }))

const Stack = styled('div')({ display: 'grid', gap: 10, marginTop: 12 })

/** Tenant Actions: what begins a tenancy, and what ends it. */
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
  const isReady = canStart(tenant, londonDay(new Date()))
  return (
    <Section title={details.actions}>
      <Quiet>{isUpcoming(tenant) && !isReady ? tenants.startsOn(format.longDate(tenant.leaseStart)) : details.endText}</Quiet>
      <Stack>
        {isReady && <StartButton tenant={tenant} />}
        <Button
          onClick={() => setEnding(true)}
          startIcon={<LogOut size={16} strokeWidth={1.75} />}
          sx={{ color: color.danger, borderColor: color.danger, justifyContent: 'flex-start' }}
        >
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

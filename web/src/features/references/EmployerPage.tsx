import { useState } from 'react'
import { employer as texts } from './messages'
import { EmployerForm } from './parts/EmployerForm'
import { Completed, Declined, LinkState } from './parts/LinkState'
import { useEmployerLink } from './queries'
import { useReferenceToken } from './useReferenceToken'

/** /employer-verify/…: whoever was named as employer answers, once. */
export function Component() {
  const token = useReferenceToken()
  const [end, setEnd] = useState<'given' | 'declined'>()
  const { data, error, refetch } = useEmployerLink(token)
  if (end === 'declined' || data?.status === 'declined') return <Declined />
  if (end === 'given' || data?.employerVerified) return <Completed title={texts.doneTitle} text={texts.doneText} nextSteps={texts.nextSteps} />
  if (data === undefined) return <LinkState token={token} error={error} invalidText={texts.invalidText} onRetry={() => void refetch()} />
  const asked = {
    tenantName: data.tenantName ?? '',
    propertyAddress: data.propertyAddress ?? '',
    monthlyRent: data.monthlyRent ?? null,
    tenantEmail: data.tenantEmail ?? null,
    landlord: data.landlord,
  }
  return <EmployerForm token={token} asked={asked} onGiven={() => setEnd('given')} onDeclined={() => setEnd('declined')} />
}

import { useState } from 'react'
import { guarantor as texts } from './messages'
import { GuarantorForm } from './parts/GuarantorForm'
import { Completed, Declined, LinkState } from './parts/LinkState'
import { useGuarantorLink } from './queries'
import { useReferenceToken } from './useReferenceToken'

/** /guarantor-verify/…: whoever was named as guarantor answers, once. */
export function Component() {
  const token = useReferenceToken()
  const [end, setEnd] = useState<'given' | 'declined'>()
  const { data, error, refetch } = useGuarantorLink(token)
  if (end === 'declined' || data?.status === 'declined') return <Declined />
  if (end === 'given' || data?.guarantorVerified) return <Completed title={texts.doneTitle} text={texts.doneText} nextSteps={texts.nextSteps} />
  if (data === undefined) return <LinkState token={token} error={error} invalidText={texts.invalidText} onRetry={() => void refetch()} />
  const asked = { tenantName: data.tenantName ?? '', propertyAddress: data.propertyAddress ?? '', monthlyRent: data.monthlyRent ?? null, landlord: data.landlord }
  return <GuarantorForm token={token} asked={asked} onGiven={() => setEnd('given')} onDeclined={() => setEnd('declined')} />
}

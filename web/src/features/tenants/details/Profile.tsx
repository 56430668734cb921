import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { shortCause, userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import { useActMail } from '@/api/tenantMails'
import { useTenantPhoto } from '@/api/tenantPhotos'
import type { Tenant } from '@/api/tenants'
import { media } from '@/theme/tokens'
import { PhoneLink } from '@/ui/Contact'
import { Entry, Ledger } from '@/ui/Ledger'
import { LoadFailed } from '@/ui/LoadFailed'
import { MailDialog } from '@/ui/MailDialog'
import { PhotoButtons } from '@/ui/PhotoButtons'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { form } from '../form.messages'
import { details, tenants } from '../messages'
import { useInviteToPortal } from '../queries'
import { Section } from './Section'

const Write = styled('a')({ [media.mobile]: { display: 'inline-flex', alignItems: 'center', minHeight: 44 } })

const employments: Record<string, string> = form.employments

/** Shows the tenant's contact details and employment. */
export function Profile({ tenant }: { tenant: Tenant }) {
  const { id, name, phone, email, address, employmentStatus, profilePhotoUrl } = tenant
  const photo = useTenantPhoto(id)
  return (
    <Section title={details.profile}>
      <Ledger>
        <Entry label={tenants.phone}>
          <PhoneLink phone={phone} whose={name} />
        </Entry>
        <Entry label={tenants.email}>
          <Write href={`mailto:${email}`}>{email}</Write>
        </Entry>
        <Portal tenant={tenant} />
        {address !== null && <Entry label={details.address}>{address}</Entry>}
        {employmentStatus !== null && <Entry label={details.employment}>{employments[employmentStatus] ?? employmentStatus}</Entry>}
      </Ledger>
      <Writers>
        <PhotoButtons whose={name} hasPhoto={profilePhotoUrl !== null} {...photo} />
      </Writers>
    </Section>
  )
}

/** Shows whether an account is the tenant's; a tenant who lives there or is to, and has no account yet, can be invited. */
function Portal({ tenant: { id, email, portalState, leaseStatus } }: { tenant: Tenant }) {
  const invite = useInviteToPortal()
  const [isAsking, setAsking] = useState(false)
  const { data, error, refetch } = useActMail(id, 'portal-invitation', {}, isAsking)
  if (portalState === null || portalState === 'none') return null
  const send = () =>
    invite.mutate(
      { id, pressedAt: Date.now() },
      {
        onSuccess: () => {
          setAsking(false)
          toasts.success(details.portalInvited, details.portalInvitedText(email))
        },
        onError: (error) => toasts.failure(details.portalInviteFailed, userMessage(error, tenants.failedText)),
      },
    )
  return (
    <Entry label={details.portal}>
      {details.portalStates[portalState]}
      {portalState !== 'confirmed' && leaseStatus !== 'Ended' && (
        <Writers>
          <Button variant="text" onClick={() => setAsking(true)} sx={{ marginRight: '-8px' }}>
            {details.portalInvite}
          </Button>
          {isAsking && (
            <MailDialog
              title={details.portalInviteTitle}
              mails={data === undefined ? [] : [data.mail]}
              instead={error === null ? <Skeleton width="100%" height={160} /> : <LoadFailed what={details.portalInviteTitle} cause={shortCause(error)} onRetry={() => void refetch()} />}
              send={
                <Button variant="contained" loading={invite.isPending} onClick={send}>
                  {details.portalInviteSend}
                </Button>
              }
              onClose={() => setAsking(false)}
            />
          )}
        </Writers>
      )}
    </Entry>
  )
}

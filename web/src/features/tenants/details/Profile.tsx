import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import { useTenantPhoto } from '@/api/tenantPhotos'
import type { Tenant } from '@/api/tenants'
import { media } from '@/theme/tokens'
import { PhoneLink } from '@/ui/Contact'
import { Entry, Ledger } from '@/ui/Ledger'
import { PhotoButtons } from '@/ui/PhotoButtons'
import { toasts } from '@/ui/toast/toasts'
import { form } from '../form.messages'
import { details, tenants } from '../messages'
import { useInviteToPortal } from '../queries'
import { Section } from './Section'

const Write = styled('a')({ [media.mobile]: { display: 'inline-flex', alignItems: 'center', minHeight: 44 } })

const employments: Record<string, string> = form.employments

/** How somebody is reached, and what they do. */
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

/** Whether an account is the tenant's; who lives there or is to, and has not said so, can be invited. */
function Portal({ tenant: { id, email, portalState, leaseStatus } }: { tenant: Tenant }) {
  const invite = useInviteToPortal()
  if (portalState === null || portalState === 'none') return null
  const send = () =>
    invite.mutate(
      { id, pressedAt: Date.now() },
      {
        onSuccess: () => toasts.success(details.portalInvited, details.portalInvitedText(email)),
        onError: (error) => toasts.failure(details.portalInviteFailed, userMessage(error, tenants.failedText)),
      },
    )
  return (
    <Entry label={details.portal}>
      {details.portalStates[portalState]}
      {portalState !== 'confirmed' && leaseStatus !== 'Ended' && (
        <Writers>
          <Button variant="text" loading={invite.isPending} onClick={send} sx={{ marginRight: '-8px' }}>
            {details.portalInvite}
          </Button>
        </Writers>
      )}
    </Entry>
  )
}

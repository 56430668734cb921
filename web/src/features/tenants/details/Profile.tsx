import { styled } from '@mui/material/styles'
import { Writers } from '@/api/session'
import { useTenantPhoto } from '@/api/tenantPhotos'
import type { Tenant } from '@/api/tenants'
import { media } from '@/theme/tokens'
import { PhoneLink } from '@/ui/Contact'
import { Entry, Ledger } from '@/ui/Ledger'
import { PhotoButtons } from '@/ui/PhotoButtons'
import { form } from '../form.messages'
import { details, tenants } from '../messages'
import { Section } from './Section'

const Write = styled('a')({ [media.mobile]: { display: 'inline-flex', alignItems: 'center', minHeight: 44 } })

const employments: Record<string, string> = form.employments

/** How somebody is reached, and what they do. */
export function Profile({ tenant }: { tenant: Tenant }) {
  const { id, name, phone, email, address, employmentStatus, profilePhotoUrl, portalState } = tenant
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
        {portalState !== null && portalState !== 'none' && <Entry label={details.portal}>{details.portalStates[portalState]}</Entry>}
        {address !== null && <Entry label={details.address}>{address}</Entry>}
        {employmentStatus !== null && <Entry label={details.employment}>{employments[employmentStatus] ?? employmentStatus}</Entry>}
      </Ledger>
      <Writers>
        <PhotoButtons whose={name} hasPhoto={profilePhotoUrl !== null} {...photo} />
      </Writers>
    </Section>
  )
}

import { styled } from '@mui/material/styles'
import { memo, type ReactNode } from 'react'
import { useFormatter } from '@/api/account'
import type { Tenant } from '@/api/tenants'
import { count } from '@/lib/format'
import { owedOf } from '@/lib/rent'
import { color, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { ContactFoot } from '@/ui/Contact'
import { Initials } from '@/ui/Person'
import { tenants } from '../messages'
import { placeOf, Standing } from './facts'
import { TenantLink } from './TenantLink'

const Whole = styled(Card)({ position: 'relative', overflow: 'hidden', '&:hover': { borderColor: color.lineStrong } })
const Top = styled('div')({ display: 'flex', gap: 12, padding: 14 })
const Words = styled('div')({ flex: 1, minWidth: 0 })
const First = styled('div')({ display: 'flex', justifyContent: 'space-between', gap: 12 })
const Name = styled('h3')({ fontSize: 16, lineHeight: '22px', fontWeight: 620, overflowWrap: 'anywhere', minWidth: 0 })
const Rent = styled('p')({ ...type.body, flex: 'none', color: color.muted, '& > strong': { color: color.ink, fontWeight: 620 } })
const Line = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
const State = styled('div')({ marginTop: 6 })
const Late = styled('p')({ ...type.small, color: color.danger, '& > strong': { fontWeight: 580 } })

/** A tenant on mobile screens. */
export const TenantCard = memo(function TenantCard({ tenant, below }: { tenant: Tenant; below?: ReactNode }) {
  const format = useFormatter()
  const { name, email, phone, rentAmount, profilePhotoUrl, balance, daysInArrears } = tenant
  const owed = owedOf(balance)
  return (
    <Whole as="article">
      <Top>
        <Initials name={name} photo={profilePhotoUrl} size={40} />
        <Words>
          <First>
            <Name>
              <TenantLink tenant={tenant} />
            </Name>
            <Rent>
              <strong>{format.rent(rentAmount)}</strong>
              {tenants.perMonth}
            </Rent>
          </First>
          <Line>{placeOf(tenant)}</Line>
          <Line>{email}</Line>
          <State>
            <Standing tenant={tenant} />
            {owed > 0n && (
              <Late>
                <strong>{tenants.inArrearsBy(format.rent(owed))}</strong>, {count(daysInArrears ?? 0, 'day', 'days')}
              </Late>
            )}
          </State>
          {below}
        </Words>
      </Top>
      <ContactFoot name={name} phone={phone} email={email} write={tenants.email} />
    </Whole>
  )
})

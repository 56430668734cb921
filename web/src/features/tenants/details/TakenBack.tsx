import { useQuery } from '@tanstack/react-query'
import { useFormatter } from '@/api/account'
import { membersQuery } from '@/api/members'
import type { Tenant } from '@/api/tenants'
import { takeBack as texts } from '@/ui/takeback/messages'
import { TakenBackList } from '@/ui/takeback/History'
import { useTakenBack } from '../queries'
import { Section } from './Section'

/** Lists the acts on a tenant's tenancy that were taken back; nothing where there are none. */
export function TakenBack({ tenant }: { tenant: Tenant }) {
  const format = useFormatter()
  const { data } = useTakenBack(tenant.id)
  const { data: members } = useQuery(membersQuery())
  if (data === undefined || data.length === 0) return null
  return (
    <Section title={texts.history}>
      <TakenBackList entries={data} members={members} format={format} />
    </Section>
  )
}

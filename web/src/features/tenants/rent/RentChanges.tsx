import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import { useMayWrite, Writers } from '@/api/session'
import type { Ledger as RentLedger } from '@/api/rent'
import type { Tenant } from '@/api/tenants'
import { useTakeBack } from '@/api/takeBacks'
import { Entry, Ledger } from '@/ui/Ledger'
import { RowMenu } from '@/ui/RowMenu'
import { takeBack } from '@/ui/takeback/messages'
import { Section } from '../details/Section'
import { placeOf } from '../parts/facts'
import { rent as texts } from './messages'

const TakeBackDialog = lazy(async () => ({ default: (await import('@/ui/takeback/TakeBackDialog')).TakeBackDialog }))

/** Lists the changes of the rent, and offers to change it again or to take a change back. */
export function RentChanges({ tenant, ledger, onChange }: { tenant: Tenant; ledger: RentLedger; onChange: () => void }) {
  const format = useFormatter()
  const mayWrite = useMayWrite()
  const [back, setBack] = useState<number>()
  const work = useTakeBack({ of: 'tenancy', act: 'rent-change', id: back ?? 0 }, back !== undefined)
  const { changes, terms } = ledger
  const mayChange = terms !== null && tenant.leaseStatus !== 'Ended'
  if (!mayChange && changes.length === 0) return null
  return (
    <Section title={texts.changes}>
      {changes.length > 0 && (
        <Ledger>
          {changes.map(({ id, effectiveDate, monthlyRent }) => (
            <Entry
              key={id}
              label={format.date(effectiveDate)}
              below={mayWrite ? <RowMenu label={texts.changeMenu(format.date(effectiveDate))} acts={[{ name: takeBack.acts['rent-change'].button, onSelect: () => setBack(id) }]} /> : undefined}
            >
              {format.moneyExact(monthlyRent)}
            </Entry>
          ))}
        </Ledger>
      )}
      {mayChange && (
        <Writers>
          <Button onClick={onChange} sx={changes.length > 0 ? { marginTop: '12px' } : undefined}>
            {texts.change}
          </Button>
        </Writers>
      )}
      <Suspense>
        {back !== undefined && <TakeBackDialog work={work} subject={`${tenant.name}, ${placeOf(tenant)}`} onClose={() => setBack(undefined)} />}
      </Suspense>
    </Section>
  )
}

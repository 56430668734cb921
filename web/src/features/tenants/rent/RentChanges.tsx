import Button from '@mui/material/Button'
import { useFormatter } from '@/api/account'
import { Writers } from '@/api/session'
import type { Ledger as RentLedger } from '@/api/rent'
import type { Tenant } from '@/api/tenants'
import { Entry, Ledger } from '@/ui/Ledger'
import { Section } from '../details/Section'
import { rent as texts } from './messages'

/** What the rent was changed to, and the way to change it again. */
export function RentChanges({ tenant, ledger, onChange }: { tenant: Tenant; ledger: RentLedger; onChange: () => void }) {
  const format = useFormatter()
  const { changes, terms } = ledger
  const mayChange = terms !== null && tenant.leaseStatus !== 'Ended'
  if (!mayChange && changes.length === 0) return null
  return (
    <Section title={texts.changes}>
      {changes.length > 0 && (
        <Ledger>
          {changes.map(({ id, effectiveDate, monthlyRent }) => (
            <Entry key={id} label={format.date(effectiveDate)}>
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
    </Section>
  )
}

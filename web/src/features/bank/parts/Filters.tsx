import { styled } from '@mui/material/styles'
import { useSearchParams } from 'react-router'
import type { BankAccount } from '@/api/bank'
import { monthName } from '@/lib/format'
import { withList } from '@/lib/query'
import { media } from '@/theme/tokens'
import { Select } from '@/ui/form/Select'
import { Segments } from '@/ui/Segments'
import { bank as texts } from '../messages'
import { readList } from '../model'

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 10,
  alignItems: 'center',
  '& > div:not([role])': { flex: 'none', minWidth: 160 },
  [media.mobile]: { '& > div:not([role])': { flex: '1 1 140px', minWidth: 0 } },
})

/** Restricts the lines by account, month and direction; all of it stands in the address. */
export function Filters({ accounts, months }: { accounts: readonly BankAccount[]; months: readonly string[] }) {
  const [query, setQuery] = useSearchParams()
  const { accountId, month, way } = readList(query)
  const set = (name: string, value: string) => setQuery(withList(query, { [name]: value }), { replace: true, preventScrollReset: true })
  const all = month === undefined || months.includes(month) ? months : [month, ...months]
  return (
    <Bar>
      {accounts.length > 1 && (
        <Select aria-label={texts.account} value={accountId ?? ''} onChange={({ target }) => set('account', target.value)}>
          <option value="">{texts.allAccounts}</option>
          {accounts.map(({ id, name, ending }) => (
            <option key={id} value={id}>
              {texts.accountLabel(name, ending)}
            </option>
          ))}
        </Select>
      )}
      <Select aria-label={texts.month} value={month ?? ''} onChange={({ target }) => set('month', target.value)}>
        <option value="">{texts.allMonths}</option>
        {all.map((each) => (
          <option key={each} value={each}>
            {monthName(each)}
          </option>
        ))}
      </Select>
      <Segments label={texts.way} value={way ?? 'all'} options={texts.ways} onChange={(value) => set('way', value === 'all' ? '' : value)} />
    </Bar>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import type { ArrearsSort, TenantArrears } from '@/api/rent'
import { londonDay } from '@/lib/civilDate'
import { withList } from '@/lib/query'
import { color, media, type } from '@/theme/tokens'
import { Select } from '@/ui/form/Select'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { Person } from '@/ui/Person'
import { Skeleton } from '@/ui/Skeleton'
import { useIsMobile } from '@/ui/useIsMobile'
import { arrearsSorts } from '../listState'
import { tenants as texts } from '../messages'
import { Since } from '../parts/Account'
import { placeOf } from '../parts/facts'
import { Table, Under } from '../parts/table'
import { TenantLink } from '../parts/TenantLink'
import { DayField } from '../rent/DayField'
import { useArrearsPages } from '../queries'

const Pad = styled('div')({ padding: '16px 20px', [media.mobile]: { paddingInline: 16 } })
const Asked = styled('div')({ display: 'flex', alignItems: 'center', gap: 12, '& > :first-of-type': { flex: '0 1 190px' }, [media.mobile]: { flexDirection: 'column', alignItems: 'stretch', '& > :first-of-type': { flex: 'none' } } })
const Text = styled('p')({ ...type.body, color: color.muted })
const Ground = styled('span')({ ...type.small, display: 'block', color: color.danger, fontWeight: 540 })
const Row = styled('li')({
  position: 'relative',
  display: 'flex',
  justifyContent: 'space-between',
  gap: 12,
  padding: '12px 16px',
  borderBottom: `1px solid ${color.line}`,
  '& > :last-child': { flex: 'none', textAlign: 'right' },
})
const Total = styled('p')({ ...type.body, display: 'flex', justifyContent: 'space-between', gap: 12, padding: '12px 16px', borderTop: `2px solid ${color.ink}`, fontWeight: 620, color: color.danger })

/** Lists who owed something on a day, the oldest arrears first unless another order is chosen. */
export function ArrearsList({ asOf, sort }: { asOf: string | undefined; sort: ArrearsSort | undefined }) {
  const isMobile = useIsMobile()
  const format = useFormatter()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useArrearsPages(asOf, sort)
  const rows = data?.pages.flatMap((page) => page.rows)
  const day = format.longDate(asOf ?? londonDay(new Date()))
  const total = data?.pages[0]?.totalOwed ?? '0.00'
  return (
    <Panel title={texts.inArrears} aside={isMobile ? undefined : <Choices asOf={asOf} sort={sort} />}>
      {isMobile && (
        <Pad>
          <Choices asOf={asOf} sort={sort} />
        </Pad>
      )}
      {rows === undefined && error === null && (
        <Pad>
          <Skeleton width="100%" height={120} />
        </Pad>
      )}
      {rows === undefined && error !== null && (
        <Pad>
          <LoadFailed what={texts.inArrears} cause={shortCause(error)} onRetry={() => void refetch()} />
        </Pad>
      )}
      {rows?.length === 0 && (
        <Pad role="status">
          <p>{texts.noArrears(day)}</p>
          <Text>{texts.noArrearsText}</Text>
        </Pad>
      )}
      {rows !== undefined && rows.length > 0 && (isMobile ? <Cards rows={rows} total={total} day={day} /> : <Rows rows={rows} total={total} day={day} />)}
      {hasNextPage && (
        <Pad>
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.moreArrears}
          </Button>
        </Pad>
      )}
    </Panel>
  )
}

/** The day and the order are part of the address: a link shares them. */
function Choices({ asOf, sort }: { asOf: string | undefined; sort: ArrearsSort | undefined }) {
  const [, setQuery] = useSearchParams()
  const change = (changes: Record<string, string>) => setQuery((before) => withList(before, changes), { replace: true, preventScrollReset: true })
  return (
    <Asked>
      <Select aria-label={texts.sort} value={sort ?? ''} onChange={({ target }) => change({ sort: target.value })}>
        <option value="">{texts.oldestFirst}</option>
        {arrearsSorts.map((each) => (
          <option key={each} value={each}>
            {texts.arrearsSorts[each]}
          </option>
        ))}
      </Select>
      <DayField asOf={asOf} onAsOf={(day) => change({ asOf: day ?? '' })} />
    </Asked>
  )
}

interface ListProps {
  rows: readonly TenantArrears[]
  total: string
  day: string
}

const tenantOf = ({ tenantId, tenantName }: TenantArrears) => ({ id: tenantId, name: tenantName })

function Rows({ rows, total, day }: ListProps) {
  const format = useFormatter()
  return (
    <Table aria-label={texts.inArrears}>
      <thead>
        <tr>
          <th scope="col">{texts.tenant}</th>
          <th scope="col">{texts.days}</th>
          <th scope="col" data-number>
            {texts.months}
          </th>
          <th scope="col" data-number>
            {texts.owed}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.tenantId}>
            <th scope="row">
              <Person of={row.tenantName} name={<TenantLink tenant={tenantOf(row)} />} line={placeOf(row)} />
            </th>
            <td>{row.oldestUnpaidDue !== null && texts.daysSince(row.daysInArrears, format.date(row.oldestUnpaidDue))}</td>
            <td data-number>
              {row.monthsOfRent}
              {row.ground8Met && <Ground>{texts.ground8}</Ground>}
            </td>
            <td data-number>{format.moneyExact(row.balance)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {texts.owedOn(day)}
          </th>
          <td data-number style={{ color: color.danger }}>
            {format.moneyExact(total)}
          </td>
        </tr>
      </tfoot>
    </Table>
  )
}

function Cards({ rows, total, day }: ListProps) {
  const format = useFormatter()
  return (
    <>
      <ul aria-label={texts.inArrears}>
        {rows.map((row) => (
          <Row key={row.tenantId}>
            <Person
              of={row.tenantName}
              name={<TenantLink tenant={tenantOf(row)} />}
              line={
                <>
                  {placeOf(row)}
                  <Since days={row.daysInArrears} since={row.oldestUnpaidDue} />
                  {row.ground8Met && <Ground>{texts.ground8}</Ground>}
                </>
              }
            />
            <div>
              <strong style={{ color: color.danger, fontWeight: 580 }}>{format.moneyExact(row.balance)}</strong>
              <Under>
                {row.monthsOfRent} {texts.monthsShort}
              </Under>
            </div>
          </Row>
        ))}
      </ul>
      <Total>
        <span>{texts.owedOn(day)}</span>
        <span>{format.moneyExact(total)}</span>
      </Total>
    </>
  )
}

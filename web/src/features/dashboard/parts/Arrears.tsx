import { styled } from '@mui/material/styles'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import type { ArrearsList } from '@/api/rent'
import { count } from '@/lib/format'
import { common } from '@/lib/messages'
import { parseMoney } from '@/lib/money'
import { paths, tenantPath } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { lettings as texts } from '../lettings.messages'
import { tall } from './tall'

const Line = styled('p')({ ...type.body, padding: '14px 20px', color: color.muted, '& > strong': { color: color.ink, fontWeight: 620 }, [media.mobile]: { paddingInline: 16 } })
const Row = styled('li')({
  ...type.body,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: '0 16px',
  minHeight: 50,
  boxSizing: 'border-box',
  padding: '6px 20px',
  borderTop: `1px solid ${color.line}`,
  [media.mobile]: { paddingInline: 16 },
})
const Name = styled(Link)({ ...tall, fontWeight: 560 })
const Late = styled('span')({ color: color.danger, fontWeight: 560 })
const Quiet = styled('span')({ ...type.small, color: color.muted })
const All = styled(Link)({ ...type.body, display: 'inline-flex', alignItems: 'center', gap: 8, minHeight: 44, fontWeight: 560 })

/** The state of a query. */
interface QueryState<Data> {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
}

/** Returns whether any rent is charged: without a charge, no arrears would say that nobody owes anything. */
const isRentCharged = ({ tenantsInArrears, dueThisMonth, receivedThisMonth }: Pick<ArrearsList, 'tenantsInArrears' | 'dueThisMonth' | 'receivedThisMonth'>): boolean =>
  tenantsInArrears > 0 || [dueThisMonth, receivedThisMonth].some((amount) => (parseMoney(amount) ?? 0n) !== 0n)

/** Rent arrears, where rent is charged; and what of rent and tenancies could not be loaded. */
export function Arrears({ arrears, deadlines }: { arrears: QueryState<ArrearsList>; deadlines: QueryState<unknown> }) {
  return (
    <>
      {arrears.data !== undefined && isRentCharged(arrears.data) && <ArrearsFigures arrears={arrears.data} />}
      {arrears.data === undefined && <LoadFailed what={texts.arrears} cause={shortCause(arrears.error)} onRetry={() => void arrears.refetch()} />}
      {deadlines.data === undefined && <LoadFailed what={texts.deadlines} cause={shortCause(deadlines.error)} onRetry={() => void deadlines.refetch()} />}
    </>
  )
}

/** Shows what is owed by how many, what came this month, and who has owed longest. */
function ArrearsFigures({ arrears }: { arrears: ArrearsList }) {
  const format = useFormatter()
  const { tenants, totalOwed, tenantsInArrears, receivedThisMonth, dueThisMonth } = arrears
  return (
    <Panel
      title={texts.arrears}
      aside={
        <All to={`${paths.tenants}?show=arrears`}>
          {common.viewAll}
          <ArrowRight size={16} strokeWidth={1.75} aria-hidden="true" />
        </All>
      }
    >
      <Line>
        {tenantsInArrears === 0 ? (
          texts.noArrears
        ) : (
          <>
            <Late>{texts.owed(format.rent(totalOwed))}</Late> {texts.by(count(tenantsInArrears, 'tenant', 'tenants'))}
          </>
        )}{' '}
        {texts.thisMonth(format.rent(receivedThisMonth), format.rent(dueThisMonth))}
      </Line>
      <ul>
        {tenants.map(({ tenantId, tenantName, propertyName, roomNumber, balance, daysInArrears }) => (
          <Row key={tenantId}>
            <span>
              <Name to={tenantPath(tenantId)}>{tenantName}</Name> <Quiet>{roomNumber === null ? propertyName : texts.room(roomNumber, propertyName)}</Quiet>
            </span>
            <span>
              <Late>{format.rent(balance)}</Late> <Quiet>{count(daysInArrears, 'day', 'days')}</Quiet>
            </span>
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

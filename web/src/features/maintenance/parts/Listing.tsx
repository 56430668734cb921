import { styled } from '@mui/material/styles'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useFormatter } from '@/api/account'
import type { MaintenanceRequest } from '@/api/maintenance'
import { londonDay } from '@/lib/civilDate'
import { color, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { PriorityBadge, RequestBadge } from '@/ui/RequestBadges'
import { useColumns } from '@/ui/useColumns'
import { useIsMobile } from '@/ui/useIsMobile'
import { maintenance as texts } from '../messages'
import { placeOf, targetOf, whoOf } from '../model'
import { RequestLink, TargetCell, TargetWords, Under } from './facts'

const LongRows = lazy(async () => ({ default: (await import('@/ui/LongList')).LongRows<MaintenanceRequest> }))
const LongList = lazy(async () => ({ default: (await import('@/ui/LongList')).LongList<MaintenanceRequest> }))

/** The number of rows from which only those near the window are in the page. */
const short = 60

interface ListingProps {
  rows: readonly MaintenanceRequest[]
  /** The number of requests on the server, where that is known. */
  total: number | undefined
  onEnd: () => void
}

/** The requests to be read; each opens at its own address. */
export function Listing(props: ListingProps) {
  return useIsMobile() ? <Cards {...props} /> : <Rows {...props} />
}

const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '9px 10px', textAlign: 'left', fontWeight: 400 },
  '& :is(th, td)[data-number]': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& thead th': { ...type.small, height: 40, paddingBlock: 0, color: color.muted, backgroundColor: color.sunken, whiteSpace: 'nowrap' },
  '& thead th:first-of-type, & tbody th': { paddingLeft: 20 },
  '& tr > :last-child': { paddingRight: 20 },
  '& tbody th': { fontWeight: 580 },
  '& tbody tr:not([aria-hidden])': { position: 'relative', borderTop: `1px solid ${color.line}` },
  '& tbody tr:has(a):hover': { backgroundColor: color.sunken },
  '& thead th:first-of-type': { borderTopLeftRadius: 10 },
})

/** A table; from 768 to 1199 pixels the place stands under the title, and when it was reported in the request itself. */
function Rows({ rows, total, onEnd }: ListingProps) {
  const isWide = useColumns() === 3
  const columns = isWide ? 7 : 5
  const isLong = rows.length > short
  const cells = (request: MaintenanceRequest) => <Cells request={request} isWide={isWide} />
  const all = (some: readonly MaintenanceRequest[]) => (
    <tbody>
      {some.map((request) => (
        <tr key={request.id}>{cells(request)}</tr>
      ))}
    </tbody>
  )
  return (
    <Card as="div" sx={{ overflow: 'hidden' }}>
      <Table aria-label={texts.allTitle} {...(isLong && { 'aria-rowcount': total === undefined ? -1 : total + 1 })}>
        <thead>
          <tr aria-rowindex={isLong ? 1 : undefined}>
            <th scope="col">{texts.request}</th>
            {isWide && <th scope="col">{texts.where}</th>}
            <th scope="col">{texts.priority}</th>
            <th scope="col">{texts.status}</th>
            {isWide && <th scope="col">{texts.reported}</th>}
            <th scope="col">{texts.target}</th>
            <th scope="col" data-number>
              {texts.cost}
            </th>
          </tr>
        </thead>
        {isLong ? (
          <Suspense fallback={all(rows.slice(0, short))}>
            <LongRows items={rows} columns={columns} rowHeight={57} keyOf={({ id }) => id} render={cells} onEnd={onEnd} />
          </Suspense>
        ) : (
          all(rows)
        )}
      </Table>
    </Card>
  )
}

function Cells({ request, isWide }: { request: MaintenanceRequest; isWide: boolean }) {
  const format = useFormatter()
  const { category, propertyName, priority, status, reportedAt, costTotal } = request
  return (
    <>
      <th scope="row">
        <RequestLink request={request} />
        <Under sx={{ fontWeight: 400 }}>{isWide ? category : placeOf(request)}</Under>
      </th>
      {isWide && (
        <td>
          {propertyName}
          <Under>{whoOf(request)}</Under>
        </td>
      )}
      <td>
        <PriorityBadge priority={priority} />
      </td>
      <td>
        <RequestBadge status={status} />
      </td>
      {isWide && <td style={{ whiteSpace: 'nowrap' }}>{format.date(londonDay(new Date(reportedAt)))}</td>}
      <td>
        <TargetCell request={request} />
      </td>
      <td data-number>{hasCost(costTotal) ? format.moneyExact(costTotal) : <span style={{ color: color.muted }}>{texts.noCost}</span>}</td>
    </>
  )
}

const hasCost = (amount: string | null): amount is string => amount !== null && !/^0(\.0+)?$/.test(amount)

const Whole = styled(Card)({ position: 'relative', padding: '12px 14px', '&:hover': { borderColor: color.lineStrong } })
const Title = styled('h3')({ fontSize: 16, lineHeight: '22px', fontWeight: 620, overflowWrap: 'anywhere' })
const Badges = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 6, marginBlock: 6 })
const Foot = styled('div')({ ...type.small, display: 'flex', alignItems: 'flex-end', justifyContent: 'space-between', gap: 12, color: color.muted, '& > svg': { flex: 'none', color: color.faint } })
const List = styled('ul')({ display: 'grid', gap: 12, gridTemplateColumns: 'minmax(0, 1fr)' })

/** Cards on mobile screens. */
function Cards({ rows, total, onEnd }: ListingProps) {
  const card = (request: MaintenanceRequest) => <RequestCard request={request} />
  const list = (some: readonly MaintenanceRequest[]) => (
    <List aria-label={texts.allTitle}>
      {some.map((request) => (
        <li key={request.id}>{card(request)}</li>
      ))}
    </List>
  )
  if (rows.length <= short) return list(rows)
  return (
    <Suspense fallback={list(rows.slice(0, short))}>
      <LongList label={texts.allTitle} items={rows} total={total} columns={1} gap={12} rowHeight={140} keyOf={({ id }) => id} render={card} onEnd={onEnd} />
    </Suspense>
  )
}

function RequestCard({ request }: { request: MaintenanceRequest }) {
  const format = useFormatter()
  const target = targetOf(request, new Date())
  return (
    <Whole as="article" aria-label={request.title}>
      <Title>
        <RequestLink request={request} />
      </Title>
      <Under>{placeOf(request)}</Under>
      <Badges>
        <PriorityBadge priority={request.priority} />
        <RequestBadge status={request.status} />
      </Badges>
      <Foot>
        <div>
          {target.day !== null && texts.targetOn(format.date(target.day))}
          <TargetWords target={target} />
        </div>
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
      </Foot>
    </Whole>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useFormatter } from '@/api/account'
import { shortCause } from '@/api/errors'
import type { Tenant, TenantFilter } from '@/api/tenants'
import { owedOf } from '@/lib/rent'
import { color, media, type } from '@/theme/tokens'
import { PhoneLink } from '@/ui/Contact'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { Person } from '@/ui/Person'
import { Skeleton } from '@/ui/Skeleton'
import { useColumns } from '@/ui/useColumns'
import { useIsMobile } from '@/ui/useIsMobile'
import { tenants as texts } from '../messages'
import { usePreviousTenants } from '../queries'
import { placeOf } from './facts'
import { short } from './lines'
import { Table } from './table'
import { TenantLink } from './TenantLink'

const LongRows = lazy(async () => ({ default: (await import('@/ui/LongList')).LongRows<Tenant> }))
const LongList = lazy(async () => ({ default: (await import('@/ui/LongList')).LongList<Tenant> }))

const Pad = styled('div')({ padding: '16px 20px', [media.mobile]: { paddingInline: 16 } })
const None = styled('p')({ ...type.body, padding: '18px 20px', color: color.muted, [media.mobile]: { paddingInline: 16 } })
const Foot = styled('div')({ padding: '12px 20px', borderTop: `1px solid ${color.line}`, [media.mobile]: { paddingInline: 16 } })
const Row = styled('div')({
  position: 'relative',
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: 12,
  padding: '12px 16px',
  borderBottom: `1px solid ${color.line}`,
})
const Rent = styled('p')({ ...type.body, flex: 'none', color: color.muted })
// Paler, and still readable: the text itself is `muted`.
const Muted = styled('div')({ '& td, & th': { color: color.muted }, '& td[data-number]': { fontWeight: 400 } })

/** The number shown before more are asked for. */
const few = 5

/** Lists those who have left: a few of them, and all when asked. */
export function Previous({ filter, all }: { filter: TenantFilter; all: number | undefined }) {
  const isMobile = useIsMobile()
  const [isWhole, setWhole] = useState(false)
  const { data, error, refetch, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = usePreviousTenants(filter)
  const rows = data?.pages.flatMap((page) => page.rows)
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const shown = isWhole ? rows : rows?.slice(0, few)
  return (
    <Panel title={texts.previous}>
      {rows === undefined && error !== null && (
        <Pad>
          <LoadFailed what={texts.previous} cause={shortCause(error)} onRetry={() => void refetch()} />
        </Pad>
      )}
      {rows === undefined && error === null && (
        <Pad aria-busy="true" sx={{ display: 'grid', gap: '18px' }}>
          <Skeleton width="60%" />
          <Skeleton width="45%" />
        </Pad>
      )}
      {rows?.length === 0 && <None>{texts.noPrevious}</None>}
      {shown !== undefined && shown.length > 0 && (isMobile ? <Cards shown={shown} onEnd={more} /> : <Rows shown={shown} onEnd={more} />)}
      {rows !== undefined && rows.length > few && !isWhole && (
        <Foot>
          <Button onClick={() => setWhole(true)}>{all !== undefined && all >= rows.length && Object.keys(filter).length === 0 ? texts.showAll(all) : texts.showMore}</Button>
        </Foot>
      )}
    </Panel>
  )
}

/** Shows what somebody who has left still owes; nothing where no rent was charged. */
function OwedAmount({ balance }: { balance: string | null }) {
  const format = useFormatter()
  const owed = owedOf(balance)
  if (balance === null) return null
  return owed > 0n ? <strong style={{ color: color.danger, fontWeight: 580 }}>{texts.owedBy(format.rent(owed))}</strong> : texts.nothingOwed
}

interface ListProps {
  shown: readonly Tenant[]
  onEnd: () => void
}

function Rows({ shown, onEnd }: ListProps) {
  const isWide = useColumns() === 3
  const format = useFormatter()
  const columns = isWide ? 6 : 4
  const cells = (tenant: Tenant) => (
    <>
      <th scope="row">
        <Person isMuted of={tenant.name} photo={tenant.profilePhotoUrl} name={<TenantLink tenant={tenant} />} line={isWide ? undefined : placeOf(tenant)} />
      </th>
      {isWide && <td>{placeOf(tenant)}</td>}
      {isWide && (
        <td>
          <PhoneLink phone={tenant.phone} whose={tenant.name} />
        </td>
      )}
      <td>{tenant.leaveDate !== null && format.date(tenant.leaveDate)}</td>
      <td>
        <OwedAmount balance={tenant.balance} />
      </td>
      <td data-number>{format.rent(tenant.rentAmount)}</td>
    </>
  )
  const all = (some: readonly Tenant[]) => (
    <tbody>
      {some.map((tenant) => (
        <tr key={tenant.id}>{cells(tenant)}</tr>
      ))}
    </tbody>
  )
  const isLong = shown.length > short
  return (
    <Muted>
      <Table aria-label={texts.previous} {...(isLong && { 'aria-rowcount': -1 })}>
        <thead>
          <tr aria-rowindex={isLong ? 1 : undefined}>
            <th scope="col">{texts.tenant}</th>
            {isWide && <th scope="col">{texts.property}</th>}
            {isWide && <th scope="col">{texts.phone}</th>}
            <th scope="col">{texts.left}</th>
            <th scope="col">{texts.account}</th>
            <th scope="col" data-number>
              {texts.rent}
            </th>
          </tr>
        </thead>
        {isLong ? (
          <Suspense fallback={all(shown.slice(0, short))}>
            <LongRows items={shown} columns={columns} rowHeight={53} keyOf={({ id }) => id} render={cells} onEnd={onEnd} />
          </Suspense>
        ) : (
          all(shown)
        )}
      </Table>
    </Muted>
  )
}

function Cards({ shown, onEnd }: ListProps) {
  const format = useFormatter()
  const content = (tenant: Tenant) => (
    <Row>
      <Person
        isMuted
        of={tenant.name}
        photo={tenant.profilePhotoUrl}
        name={<TenantLink tenant={tenant} />}
        line={
          <>
            {placeOf(tenant)}
            <br />
            {tenant.leaveDate !== null && texts.leftOn(format.date(tenant.leaveDate))}
            {owedOf(tenant.balance) > 0n && (
              <>
                <br />
                <OwedAmount balance={tenant.balance} />
              </>
            )}
          </>
        }
      />
      <Rent>
        {format.rent(tenant.rentAmount)}
        {texts.perMonth}
      </Rent>
    </Row>
  )
  const list = (some: readonly Tenant[]) => (
    <ul aria-label={texts.previous}>
      {some.map((tenant) => (
        <li key={tenant.id}>{content(tenant)}</li>
      ))}
    </ul>
  )
  if (shown.length <= short) return list(shown)
  return (
    <Suspense fallback={list(shown.slice(0, short))}>
      <LongList label={texts.previous} items={shown} total={undefined} columns={1} gap={0} rowHeight={80} keyOf={({ id }) => id} render={content} onEnd={onEnd} />
    </Suspense>
  )
}

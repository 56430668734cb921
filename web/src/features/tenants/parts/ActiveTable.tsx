import { lazy, Suspense } from 'react'
import { useFormatter } from '@/api/account'
import type { Tenant } from '@/api/tenants'
import { color } from '@/theme/tokens'
import { PhoneLink } from '@/ui/Contact'
import { Person } from '@/ui/Person'
import { useColumns } from '@/ui/useColumns'
import { tenants as texts } from '../messages'
import { arrearsOf, rentOf, type Line } from '../model'
import { Account } from './Account'
import { addressOf, placeOf, Standing, useSince } from './facts'
import { GroupHead } from './GroupHead'
import { keyOfLine, short, type LinesProps } from './lines'
import { Table, Under } from './table'
import { TenantLink } from './TenantLink'

const LongRows = lazy(async () => ({ default: (await import('@/ui/LongList')).LongRows<Line> }))

/** The grouped list as a table; between 768 and 1199 px the place stands under the name, and the phone in the details. */
export function ActiveTable({ lines, tenants, houseOf, isFolded, onFold, keyOf, onEnd }: LinesProps) {
  const isWide = useColumns() === 3
  const format = useFormatter()
  const columns = isWide ? 6 : 4
  const owed = arrearsOf(tenants)
  const cells = (line: Line) => {
    if (line.kind === 'tenant') return <Cells tenant={line.tenant} isWide={isWide} />
    const { group } = line
    const key = keyOf(group)
    return (
      <th scope="colgroup" colSpan={columns}>
        <GroupHead group={group} house={houseOf(group.propertyId)} isFolded={isFolded(key)} onFold={() => onFold(key)} />
      </th>
    )
  }
  const all = (some: readonly Line[]) => (
    <tbody>
      {some.map((line) => (
        <tr key={keyOfLine(line)}>{cells(line)}</tr>
      ))}
    </tbody>
  )
  const isLong = lines.length > short
  return (
    <Table aria-label={texts.active} {...(isLong && { 'aria-rowcount': lines.length + 2 })}>
      <thead>
        <tr aria-rowindex={isLong ? 1 : undefined}>
          <th scope="col">{texts.tenant}</th>
          {isWide && <th scope="col">{texts.property}</th>}
          {isWide && <th scope="col">{texts.phone}</th>}
          <th scope="col">{texts.status}</th>
          <th scope="col">{texts.account}</th>
          <th scope="col" data-number>
            {texts.rent}
          </th>
        </tr>
      </thead>
      {isLong ? (
        <Suspense fallback={all(lines.slice(0, short))}>
          <LongRows items={lines} columns={columns} rowHeight={57} keyOf={keyOfLine} render={cells} onEnd={onEnd} />
        </Suspense>
      ) : (
        all(lines)
      )}
      <tfoot>
        <tr aria-rowindex={isLong ? lines.length + 2 : undefined}>
          <th scope="row" colSpan={columns - 2}>
            {texts.totalOf(tenants.length)}
          </th>
          <td style={{ color: color.danger }}>{owed > 0n && texts.inArrearsBy(format.rent(owed))}</td>
          <td data-number>{format.rent(rentOf(tenants))}</td>
        </tr>
      </tfoot>
    </Table>
  )
}

function Cells({ tenant, isWide }: { tenant: Tenant; isWide: boolean }) {
  const format = useFormatter()
  const since = useSince()
  const { name, phone, roomNumber, propertyName, rentAmount } = tenant
  return (
    <>
      <th scope="row">
        <Person of={name} photo={tenant.profilePhotoUrl} name={<TenantLink tenant={tenant} />} line={isWide ? since(tenant) : placeOf(tenant)} />
      </th>
      {isWide && (
        <td>
          <span style={{ fontWeight: 560 }}>{roomNumber === null ? propertyName : texts.room(roomNumber)}</span>
          <Under>{roomNumber === null ? addressOf(tenant) : propertyName}</Under>
        </td>
      )}
      {isWide && (
        <td>
          <PhoneLink phone={phone} whose={name} />
        </td>
      )}
      <td>
        <Standing tenant={tenant} />
      </td>
      <td>
        <Account tenant={tenant} />
      </td>
      <td data-number>{format.rent(rentAmount)}</td>
    </>
  )
}

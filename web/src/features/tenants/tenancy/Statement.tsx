import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import { useMayWrite } from '@/api/session'
import type { TenancyLedgerEntry, TenancyRent } from '@/api/tenancyRent'
import type { CivilDate } from '@/lib/civilDate'
import { parseMoney, type Minor } from '@/lib/money'
import { entryName, owedOf } from '@/lib/rent'
import { color, radius, type } from '@/theme/tokens'
import { RowMenu } from '@/ui/RowMenu'
import { useIsMobile } from '@/ui/useIsMobile'
import { rent as texts } from '../rent/messages'
import { statementOf, type StatementRow } from '../rent/model'
import { tenancy } from './messages'
import { canTakeBack, shortNames } from './model'
import { TakeBack } from './TakeBack'

const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  overflow: 'hidden',
  '& th, & td': { padding: '6px 8px', textAlign: 'left', fontWeight: 400, overflowWrap: 'anywhere' },
  '& tr > :first-child': { paddingLeft: 14, whiteSpace: 'nowrap' },
  '& [data-number]': { textAlign: 'right', whiteSpace: 'nowrap' },
  // A first name is not broken; one without a blank may be.
  '& [data-who]': { minWidth: 64 },
  '& thead th': { ...type.small, color: color.muted, backgroundColor: color.sunken },
  '& tbody > tr > *': { borderTop: `1px solid ${color.line}` },
  '& tbody > tr[data-open] > *': { backgroundColor: color.dangerSoft },
  '& tfoot > tr > *': { borderTop: `2px solid ${color.ink}`, fontWeight: 620, paddingBlock: 9 },
})
const More = styled('span')({ ...type.small, color: color.muted })
const List = styled('ul')({ ...type.body, border: `1px solid ${color.line}`, borderRadius: radius.card, '& > li': { padding: '9px 12px' }, '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Two = styled('div')({ display: 'flex', justifyContent: 'space-between', gap: 12, '& > :first-of-type': { minWidth: 0, overflowWrap: 'anywhere' }, '& > :last-child': { flex: 'none', textAlign: 'right' } })
const Under = styled('div')({ ...type.small, color: color.muted })

type Row = StatementRow & { entry: TenancyLedgerEntry }

interface StatementProps {
  rent: TenancyRent
  /** True if several pay, so that it is said who did. */
  isJoint: boolean
}

/** The statement of a tenancy, the oldest entry first: a table, on phones two lines each. An entry is taken back in its row. */
export function Statement({ rent, isJoint }: StatementProps) {
  const isMobile = useIsMobile()
  const [opened, setOpened] = useState<number>()
  const names = shortNames(rent.tenants)
  const { rows } = statementOf({ entries: rent.entries, asOf: rent.asOf }, true)
  const shown = { rent, isJoint, names, rows: rows as Row[], opened, onOpen: setOpened }
  return isMobile ? <Cards {...shown} /> : <Rows {...shown} />
}

interface ShownProps extends StatementProps {
  rows: readonly Row[]
  /** The names of the tenants. */
  names: ReadonlyMap<number, string>
  /** The entry that is being taken back. */
  opened: number | undefined
  onOpen: (id: number | undefined) => void
}

function useNames(isJoint: boolean, names: ReadonlyMap<number, string>) {
  const format = useFormatter()
  const date = (day: CivilDate) => format.date(day)
  return ({ entry, original }: Row) => {
    const { title, more } = entryName(entry, date)
    // Each tenant has a charge of their own, and nothing else tells them apart.
    const whose = isJoint && entry.kind === 'charge' ? tenancy.chargeOf(names.get(entry.tenantId) ?? entry.tenantName) : null
    const what = original === undefined ? null : texts.reversalOf(entryName(original, date).title, date(original.date))
    return { title, more: [whose, what, more].filter((word) => word !== null).join('. ') }
  }
}

function Menu({ row, name, onOpen }: { row: Row; name: string; onOpen: (id: number) => void }) {
  const mayWrite = useMayWrite()
  if (!mayWrite || !canTakeBack(row.entry)) return null
  return <RowMenu label={tenancy.menuOf(name)} acts={[{ name: tenancy.takeBack, isDanger: true, onSelect: () => onOpen(row.entry.id) }]} />
}

function Rows({ rent, isJoint, names, rows, opened, onOpen }: ShownProps) {
  const format = useFormatter()
  const nameOf = useNames(isJoint, names)
  const amount = (minor: Minor | null) => minor !== null && format.moneyExact(minor)
  return (
    <Table aria-label={texts.statement}>
      <thead>
        <tr>
          <th scope="col">{texts.date}</th>
          <th scope="col">{texts.entry}</th>
          {isJoint && (
            <th scope="col" data-who>
              {tenancy.paidBy}
            </th>
          )}
          <th scope="col" data-number>
            {texts.charged}
          </th>
          <th scope="col" data-number>
            {texts.received}
          </th>
          <th scope="col" data-number>
            {texts.balance}
          </th>
          <th aria-hidden="true" />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { entry } = row
          const { title, more } = nameOf(row)
          const isOpen = opened === entry.id
          const isBack = entry.reversedBy !== null
          return [
            <tr key={entry.id} data-open={isOpen || undefined} style={isBack ? { color: color.muted } : undefined}>
              <td>{format.date(entry.date)}</td>
              <th scope="row">
                <span style={{ fontWeight: entry.kind === 'charge' ? 560 : 400, textDecoration: isBack ? 'line-through' : 'none' }}>{title}</span> {isBack && <More>{tenancy.takenBack} </More>}
                {more !== '' && <More>{more}</More>}
              </th>
              {isJoint && <td>{entry.kind === 'charge' ? '' : (names.get(entry.tenantId) ?? entry.tenantName)}</td>}
              <td data-number>{amount(row.charged)}</td>
              <td data-number>{amount(row.received)}</td>
              <td data-number>{format.moneyExact(entry.balance)}</td>
              <td data-number>
                <Menu row={row} name={`${title}, ${format.date(entry.date)}`} onOpen={onOpen} />
              </td>
            </tr>,
            isOpen && (
              <tr key={`${String(entry.id)}-back`}>
                <td colSpan={isJoint ? 7 : 6} style={{ whiteSpace: 'normal' }}>
                  <TakeBack entry={entry} onClose={() => onOpen(undefined)} />
                </td>
              </tr>
            ),
          ]
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={isJoint ? 3 : 2}>
            {texts.owedOn(format.date(rent.asOf))}
          </th>
          <td data-number>{format.moneyExact(rent.charged)}</td>
          <td data-number>{format.moneyExact(rent.received)}</td>
          <td data-number style={{ color: owedOf(rent.balance) > 0n ? color.danger : undefined }}>
            {format.moneyExact(rent.balance)}
          </td>
          <td />
        </tr>
      </tfoot>
    </Table>
  )
}

function Cards({ rent, isJoint, names, rows, opened, onOpen }: ShownProps) {
  const format = useFormatter()
  const nameOf = useNames(isJoint, names)
  return (
    <List aria-label={texts.statement}>
      {rows.map((row) => {
        const { entry } = row
        const { title, more } = nameOf(row)
        const received = row.received === null ? null : -row.received
        const who = isJoint && entry.kind !== 'charge' ? (names.get(entry.tenantId) ?? entry.tenantName) : ''
        return (
          <li key={entry.id}>
            <Two>
              <span style={{ fontWeight: entry.kind === 'charge' ? 560 : 400, textDecoration: entry.reversedBy === null ? 'none' : 'line-through' }}>{title}</span>
              <span>{format.moneyExact(row.charged ?? received)}</span>
            </Two>
            <Two>
              <Under>{[format.date(entry.date), who, more].filter(Boolean).join(', ')}</Under>
              <Under>
                {texts.balance} {format.moneyExact(entry.balance)} <Menu row={row} name={`${title}, ${format.date(entry.date)}`} onOpen={onOpen} />
              </Under>
            </Two>
            {opened === entry.id && <TakeBack entry={entry} onClose={() => onOpen(undefined)} />}
          </li>
        )
      })}
      <li style={{ borderTop: `2px solid ${color.ink}`, fontWeight: 620 }}>
        <Two>
          <span>{texts.owedOn(format.date(rent.asOf))}</span>
          <span style={{ color: (parseMoney(rent.balance) ?? 0n) > 0n ? color.danger : undefined }}>{format.moneyExact(rent.balance)}</span>
        </Two>
      </li>
    </List>
  )
}

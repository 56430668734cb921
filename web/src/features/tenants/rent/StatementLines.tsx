import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { Ledger } from '@/api/rent'
import type { CivilDate } from '@/lib/civilDate'
import type { Minor } from '@/lib/money'
import { entryName, owedOf } from '@/lib/rent'
import { color, radius, type } from '@/theme/tokens'
import { useIsMobile } from '@/ui/useIsMobile'
import { rent as texts } from './messages'
import type { ChargeState, Statement, StatementRow } from './model'

const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  overflow: 'hidden',
  '& th, & td': { padding: '7px 8px', textAlign: 'left', fontWeight: 400, verticalAlign: 'baseline' },
  '& tr > :first-child': { paddingLeft: 14, whiteSpace: 'nowrap' },
  '& tr > :last-child': { paddingRight: 14 },
  '& [data-number]': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& thead th': { ...type.small, color: color.muted, backgroundColor: color.sunken },
  '& tbody > tr > *': { borderTop: `1px solid ${color.line}` },
  '& tfoot > tr > *': { borderTop: `2px solid ${color.ink}`, fontWeight: 620 },
})
const Title = styled('span')({ marginRight: 4, overflowWrap: 'anywhere' })
const More = styled('span')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
const Late = styled('span')({ ...type.small, display: 'inline-block', color: color.danger, fontWeight: 540 })

const List = styled('ul')({ ...type.body, border: `1px solid ${color.line}`, borderRadius: radius.card, '& > li': { padding: '9px 12px' }, '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Two = styled('div')({ display: 'flex', justifyContent: 'space-between', gap: 12, '& > :last-child': { flex: 'none', textAlign: 'right' } })
const Under = styled('div')({ ...type.small, color: color.muted, minWidth: 0, overflowWrap: 'anywhere' })
const Foot = styled('li')({ '&&': { borderTop: `2px solid ${color.ink}` }, fontWeight: 620 })

interface LinesProps {
  statement: Statement
  ledger: Pick<Ledger, 'asOf' | 'balance'>
  /** True if others owe the rent together with the tenant: then the balances are the tenancy's, and the entries do not add up to them. */
  isJoint: boolean
}

/** The entries, the oldest first: a table, on phones two lines each. */
export function StatementLines(props: LinesProps) {
  return useIsMobile() ? <Cards {...props} /> : <Rows {...props} />
}

/** Returns the function that names an entry: a reversal by what it takes back. */
function useName() {
  const format = useFormatter()
  const date = (day: CivilDate) => format.date(day)
  return ({ entry, original }: StatementRow) => {
    const name = entryName(entry, date)
    if (original === undefined) return name
    const what = texts.reversalOf(entryName(original, date).title, date(original.date))
    return { ...name, more: name.more === null ? what : `${name.more}. ${what}` }
  }
}

/** Shows the state of a charge, in words. */
function State({ state }: { state: ChargeState | null }) {
  const format = useFormatter()
  if (state === null) return null
  if (state.kind === 'unpaid') return <Late>{texts.unpaid(format.moneyExact(state.unpaid), state.days)}</Late>
  return <More>{{ paid: texts.paid, waived: texts.waived, reversed: texts.reversed, today: texts.dueToday }[state.kind]}</More>
}

function Rows({ statement, ledger, isJoint }: LinesProps) {
  const format = useFormatter()
  const nameOf = useName()
  const { forward, rows, charged, received } = statement
  const amount = (minor: Minor | null) => minor !== null && format.moneyExact(minor)
  return (
    <Table aria-label={texts.statement}>
      <thead>
        <tr>
          <th scope="col">{texts.date}</th>
          <th scope="col">{texts.entry}</th>
          <th scope="col" data-number>
            {texts.charged}
          </th>
          <th scope="col" data-number>
            {texts.received}
          </th>
          <th scope="col" data-number>
            {isJoint ? texts.balanceOfAll : texts.balance}
          </th>
        </tr>
      </thead>
      <tbody>
        {forward !== null && (
          <tr>
            <td />
            <th scope="row">{texts.forward}</th>
            <td />
            <td />
            <td data-number>{format.moneyExact(forward)}</td>
          </tr>
        )}
        {rows.map((row) => {
          const { title, more } = nameOf(row)
          return (
            <tr key={row.entry.id}>
              <td>{format.date(row.entry.date)}</td>
              <th scope="row">
                <Title sx={row.entry.kind === 'charge' ? { fontWeight: 560 } : {}}>{title}</Title>{' '}
                {more !== null && <More>{more} </More>}
                <State state={row.state} />
              </th>
              <td data-number>{amount(row.charged)}</td>
              <td data-number>{amount(row.received)}</td>
              <td data-number>{format.moneyExact(row.entry.balance)}</td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {isJoint ? texts.owedByAllOn(format.date(ledger.asOf)) : texts.owedOn(format.date(ledger.asOf))}
          </th>
          <td data-number>{!isJoint && format.moneyExact(charged)}</td>
          <td data-number>{!isJoint && format.moneyExact(received)}</td>
          <td data-number style={{ color: owedOf(ledger.balance) > 0n ? color.danger : undefined }}>
            {format.moneyExact(ledger.balance)}
          </td>
        </tr>
      </tfoot>
    </Table>
  )
}

function Cards({ statement: { forward, rows }, ledger, isJoint }: LinesProps) {
  const format = useFormatter()
  const nameOf = useName()
  return (
    <List aria-label={texts.statement}>
      {forward !== null && (
        <li>
          <Two>
            <span>{texts.forward}</span>
            <span>{format.moneyExact(forward)}</span>
          </Two>
        </li>
      )}
      {rows.map((row) => {
        const { title, more } = nameOf(row)
        const received = row.received === null ? null : -row.received
        return (
          <li key={row.entry.id}>
            <Two>
              <span style={{ fontWeight: row.entry.kind === 'charge' ? 560 : 400, overflowWrap: 'anywhere' }}>{title}</span>
              <span>{format.moneyExact(row.charged ?? received)}</span>
            </Two>
            <Two>
              <Under>
                {format.date(row.entry.date)} {more !== null && `${more} `}
                <State state={row.state} />
              </Under>
              <Under>
                {isJoint ? texts.balanceOfAll : texts.balance} {format.moneyExact(row.entry.balance)}
              </Under>
            </Two>
          </li>
        )
      })}
      <Foot>
        <Two>
          <span>{isJoint ? texts.owedByAllOn(format.date(ledger.asOf)) : texts.owedOn(format.date(ledger.asOf))}</span>
          <span style={{ color: owedOf(ledger.balance) > 0n ? color.danger : undefined }}>{format.moneyExact(ledger.balance)}</span>
        </Two>
      </Foot>
    </List>
  )
}

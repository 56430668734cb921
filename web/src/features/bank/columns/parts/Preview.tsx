import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Check, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import type { BankFilePreview, PreviewedPayment } from '@/api/bank'
import { parseMoney, sum } from '@/lib/money'
import { color, media, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { useIsMobile } from '@/ui/useIsMobile'
import { bank, columns as texts } from '../../messages'

const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '9px 10px', textAlign: 'left', fontWeight: 400, overflowWrap: 'anywhere' },
  '& tr > :first-child': { paddingLeft: 20, whiteSpace: 'nowrap' },
  '& tr > :last-child': { paddingRight: 20 },
  '& [data-number]': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& thead th': { ...type.small, color: color.muted, backgroundColor: color.sunken },
  '& tbody > tr > *': { borderTop: `1px solid ${color.line}` },
  '& tfoot > tr > *': { borderTop: `2px solid ${color.ink}`, fontWeight: 620 },
})
const List = styled('ul')({ ...type.body, '& > li': { padding: '10px 16px' }, '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Two = styled('div')({ display: 'flex', justifyContent: 'space-between', gap: 12, '& > :first-of-type': { minWidth: 0, overflowWrap: 'anywhere' }, '& > :last-child': { flex: 'none', textAlign: 'right' } })
const Nothing = styled('p')({ padding: '14px 20px', [media.mobile]: { paddingInline: 16 } })
const Quiet = styled('span')({ ...type.small, color: color.muted })
const Foot = styled('div')({ ...type.small, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 14px', padding: '10px 20px', borderTop: `1px solid ${color.line}`, backgroundColor: color.sunken, color: color.muted, [media.mobile]: { paddingInline: 16 } })
const Ink = styled('span')({ ...type.small, whiteSpace: 'nowrap', '& svg': { verticalAlign: '-2px', marginRight: 4 } })

/** The number of payments shown at first. */
const few = 5

function Mark({ check }: { check: boolean | null }) {
  if (check === null) return null
  return check ? (
    <Ink sx={{ color: color.success }}>
      <Check size={14} strokeWidth={2} aria-hidden="true" />
      {texts.agrees}
    </Ink>
  ) : (
    <Ink sx={{ color: color.danger }}>
      <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
      {texts.misfit}
    </Ink>
  )
}

/** The payments as they would be read, each with whether its balance agrees. */
export function Preview({ data, checks }: { data: BankFilePreview; checks: readonly (boolean | null)[] }) {
  const isMobile = useIsMobile()
  const [isWhole, setWhole] = useState(false)
  const payments = data.preview
  const shown = isWhole ? payments : payments.slice(0, few)
  return (
    <Panel title={texts.preview} aside={shown.length > 0 && <Quiet>{texts.previewNote(shown.length, data.lines)}</Quiet>}>
      {payments.length === 0 ? <Nothing>{texts.nothing}</Nothing> : isMobile ? <Cards shown={shown} checks={checks} /> : <Rows data={data} shown={shown} checks={checks} />}
      <Foot>
        <span>{texts.note}</span>
        {payments.length > few && !isWhole && (
          <Button variant="text" onClick={() => setWhole(true)}>
            {texts.showAll(payments.length)}
          </Button>
        )}
      </Foot>
    </Panel>
  )
}

interface ShownProps {
  shown: readonly PreviewedPayment[]
  checks: readonly (boolean | null)[]
}

function Rows({ data, shown, checks }: ShownProps & { data: BankFilePreview }) {
  const format = useFormatter()
  const amounts = data.preview.map(({ amount }) => parseMoney(amount) ?? 0n)
  const [moneyIn, moneyOut] = [sum(amounts.filter((amount) => amount > 0n)), sum(amounts.filter((amount) => amount < 0n))]
  const isAll = data.preview.length === data.lines
  const head = bank.columns
  return (
    <Table aria-label={texts.preview}>
      <thead>
        <tr>
          <th scope="col">{head.date}</th>
          <th scope="col">{head.who}</th>
          <th scope="col">{texts.meanings.reference}</th>
          <th scope="col" data-number>
            {head.moneyIn}
          </th>
          <th scope="col" data-number>
            {head.moneyOut}
          </th>
          <th scope="col" data-number>
            {texts.meanings.balance}
          </th>
          <th scope="col">{texts.check}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ date, payer, reference, amount, balance }, index) => {
          const isOut = (parseMoney(amount) ?? 0n) < 0n
          return (
            <tr key={index}>
              <td>{format.date(date)}</td>
              <th scope="row">{payer ?? texts.none}</th>
              <td>{reference ?? texts.none}</td>
              <td data-number>{!isOut && format.moneyExact(amount)}</td>
              <td data-number>{isOut && format.moneyExact(amount)}</td>
              <td data-number>{balance !== null && format.moneyExact(balance)}</td>
              <td>
                <Mark check={checks[index] ?? null} />
              </td>
            </tr>
          )
        })}
      </tbody>
      {isAll && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {bank.fileLines(data.lines)}
            </th>
            <td data-number>{format.moneyExact(moneyIn)}</td>
            <td data-number>{format.moneyExact(moneyOut)}</td>
            <td />
            <td />
          </tr>
        </tfoot>
      )}
    </Table>
  )
}

function Cards({ shown, checks }: ShownProps) {
  const format = useFormatter()
  return (
    <List aria-label={texts.preview}>
      {shown.map(({ date, payer, reference, amount, balance }, index) => (
        <li key={index}>
          <Two>
            <strong style={{ fontWeight: 560 }}>{payer ?? texts.none}</strong>
            <span>{format.moneyExact(amount)}</span>
          </Two>
          <Two>
            <Quiet>{[format.date(date), reference].filter(Boolean).join(', ')}</Quiet>
            <span>
              {balance !== null && <Quiet>{format.moneyExact(balance)} </Quiet>}
              <Mark check={checks[index] ?? null} />
            </span>
          </Two>
        </li>
      ))}
    </List>
  )
}

import { styled } from '@mui/material/styles'
import { CircleCheck } from 'lucide-react'
import { useFormatter } from '@/api/account'
import { monthName } from '@/lib/format'
import { parseMoney } from '@/lib/money'
import { color } from '@/theme/tokens'
import { Stat, StatStrip } from '@/ui/StatStrip'
import { bank as texts } from '../messages'
import { lastDayOf } from '../model'
import { useBankMonth } from '../queries'

// On a phone the text takes two lines, beside its sign.
const Proof = styled('span')({ display: 'inline-flex', gap: 6, '& svg': { flex: 'none', marginTop: 2 } })

const proof = (
  <Proof>
    <CircleCheck size={14} strokeWidth={2} color={color.success} aria-hidden="true" />
    {texts.proved}
  </Proof>
)

/** Shows what came and went in a month, and where the bank's balances say so, that no line is missing. */
export function Strip({ month, accountId, account }: { month: string; accountId: number | undefined; account: string | undefined }) {
  const format = useFormatter()
  const { data } = useBankMonth(month, accountId)
  const [name] = monthName(month).split(' ')
  const out = data === undefined ? null : -(parseMoney(data.moneyOut) ?? 0n)
  const cells = (
    <>
      <Stat label={texts.moneyIn(name ?? month)} value={data && format.moneyExact(data.moneyIn)} note={data && texts.decided(data.linesIn, data.decidedIn)} />
      <Stat label={texts.moneyOut(name ?? month)} value={out === null ? undefined : format.moneyExact(out < 0n ? out : -out)} note={data && texts.decided(data.linesOut, data.decidedOut)} />
    </>
  )
  if (data === undefined || data.opening === null || data.closing === null) {
    return (
      <StatStrip cells={2} aria-label={texts.figures}>
        {cells}
      </StatStrip>
    )
  }
  return (
    <StatStrip cells={4} aria-label={texts.figures}>
      <Stat label={texts.opening(format.date(`${month}-01`))} value={format.moneyExact(data.opening)} note={account} />
      {cells}
      <Stat label={texts.closing(format.date(lastDayOf(month)))} value={format.moneyExact(data.closing)} note={data.proved ? proof : texts.unproved} />
    </StatStrip>
  )
}

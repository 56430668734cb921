import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { BankLine } from '@/api/bank'
import { color, media, type } from '@/theme/tokens'
import { bank as texts } from '../messages'

/** A line of the list: the payment, and beside it what becomes of it. */
export const Row = styled('li')({
  ...type.body,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 340px)',
  alignItems: 'center',
  gap: '8px 20px',
  padding: '12px 20px',
  [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)', paddingInline: 16 },
})
const Words = styled('div')({ minWidth: 0, overflowWrap: 'anywhere' })
const Amount = styled('span')({ fontWeight: 580 })
const Line = styled('span')({ ...type.small, display: 'block', color: color.muted })

/** Money that came: how much and when, who paid, and what they wrote. */
export function Payment({ line: { amount, date, payer, reference } }: { line: BankLine }) {
  const format = useFormatter()
  const words = [payer, reference].filter((each) => each !== null && each !== '')
  return (
    <Words>
      <Amount>{format.moneyExact(amount)}</Amount>, {format.date(date)}
      <Line>{words.length === 0 ? texts.unknownPayer : words.join(': ')}</Line>
    </Words>
  )
}

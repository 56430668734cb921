import { useFormatter } from '@/api/account'
import { parseMoney } from '@/lib/money'
import { color } from '@/theme/tokens'

/** A profit or a loss in whole units, signed and coloured. */
export function SignedAmount({ amount }: { amount: string }) {
  const format = useFormatter()
  const isLoss = (parseMoney(amount) ?? 0n) < 0n
  return <span style={{ color: isLoss ? color.danger : color.success, fontWeight: 580 }}>{format.signedMoney(amount)}</span>
}

import { useFormatter } from '@/api/account'
import { amountInk } from '@/ui/amountInk'

/** A profit or a loss in whole units, signed and coloured. */
export function SignedAmount({ amount }: { amount: string }) {
  const format = useFormatter()
  return <span style={{ color: amountInk(amount), fontWeight: 580 }}>{format.signedMoney(amount)}</span>
}

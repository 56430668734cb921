import { useFormatter } from '@/api/account'
import { parseMoney } from '@/lib/money'

/** Amounts as the dialog writes them. */
export function useAmounts() {
  const format = useFormatter()
  const isWhole = (amount: string) => (parseMoney(amount) ?? 0n) % 100n === 0n
  return {
    /** Pence only where there are any: prices, values, rents. */
    brief: (amount: string) => (isWhole(amount) ? format.money(amount) : format.moneyExact(amount)),
    signedBrief: (amount: string) => (isWhole(amount) ? format.signedMoney(amount) : format.signedMoneyExact(amount)),
    exact: (amount: string) => format.moneyExact(amount),
    signed: (amount: string) => format.signedMoneyExact(amount),
    /** Returns an amount that is taken off: `−£57.00`. */
    lessExact: (amount: string) => format.moneyExact(-(parseMoney(amount) ?? 0n)),
    isNothing: (amount: string | null) => amount === null || parseMoney(amount) === 0n,
  }
}

import { readMoney } from './money'

/** Returns the mistake in text that is no amount: how commas are written where that is its mistake, otherwise `usual`. */
export function amountFault(text: string, usual: string): string {
  const fault = readMoney(text)
  if (fault === 'decimalComma') return 'Write pence with a point, such as 12.50.'
  return fault === 'misplacedComma' ? 'Write a comma only before three digits, such as 1,250.00.' : usual
}

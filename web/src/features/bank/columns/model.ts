import type { BankFilePreview, BankLayout, BankMissing, ColumnMeaning, PreviewedPayment } from '@/api/bank'
import { parseMoney } from '@/lib/money'

/** The meanings in the order of the choice. */
export const meanings: readonly ColumnMeaning[] = ['date', 'moneyIn', 'moneyOut', 'amount', 'flag', 'payer', 'reference', 'text', 'balance', 'account', 'currency', 'state', 'ignore']

/** Several columns may hold text or nothing; any other meaning moves to the column that is given it. */
const shared: readonly ColumnMeaning[] = ['text', 'ignore']

/** A layout with another meaning for a column; what proved its direction and its days is to be found anew. */
export function withMeaning(layout: BankLayout, column: number, meaning: ColumnMeaning): BankLayout {
  const columns = layout.columns.map((each, index) => (index === column ? meaning : each === meaning && !shared.includes(meaning) ? 'ignore' : each))
  const isOther = (name: ColumnMeaning) => columns.indexOf(name) !== layout.columns.indexOf(name)
  return {
    columns,
    dayOrder: isOther('date') ? null : layout.dayOrder,
    sign: isOther('amount') || isOther('balance') ? null : layout.sign,
    outWords: isOther('flag') ? [] : layout.outWords,
  }
}

/** A layout in which a word of the flag column stands for money out, or for money in. */
export function withWord(layout: BankLayout, word: string, isOut: boolean): BankLayout {
  const others = layout.outWords.filter((each) => each !== word)
  return { ...layout, outWords: isOut ? [...others, word] : others }
}

/** Returns why the file cannot be read yet; null where it can. */
export function obstacleOf({ missing, preview }: Pick<BankFilePreview, 'missing' | 'preview'>): BankMissing | null {
  const order: readonly BankMissing[] = ['date', 'amount', 'text', 'dayOrder', 'direction', 'leaveOut']
  return order.find((each) => missing.includes(each)) ?? (preview.length === 0 ? 'amount' : null)
}

/** Returns whether a day and an amount are guessed where none is known. Columns of money in and out are never guessed: that would say which way it went. */
export const isWhole = ({ missing, layout: { columns } }: Pick<BankFilePreview, 'missing' | 'layout'>): boolean =>
  (missing.includes('date') || missing.includes('amount')) && columns.includes('date') && columns.includes('amount')

/** Returns whether each line fits the balance of the one before it, whichever way the file runs; `null` where no balance says so. */
export function checksOf(payments: readonly PreviewedPayment[]): (boolean | null)[] {
  const rows = payments.map(({ amount, balance }) => ({ amount: parseMoney(amount), balance: balance === null ? null : parseMoney(balance) }))
  const fits = (earlier: number, later: number): boolean | null => {
    const [before, after] = [rows[earlier], rows[later]]
    if (before === undefined || after === undefined || before.balance === null || after.balance === null || after.amount === null) return null
    return before.balance + after.amount === after.balance
  }
  const downwards = rows.map((_, index) => (index === 0 ? null : fits(index - 1, index)))
  const upwards = rows.map((_, index) => fits(index + 1, index))
  const count = (checks: (boolean | null)[]) => checks.filter((check) => check === true).length
  const best = count(upwards) > count(downwards) ? upwards : downwards
  // The line at the beginning has none before it: it agrees where all others do.
  const others = best.filter((check) => check !== null)
  const isProved = others.length > 0 && others.every((check) => check)
  return best.map((check, index) => (check === null && isProved && (rows[index]?.balance ?? null) !== null ? true : check))
}

/** Examples of a column's cells, without repeats. */
export function examplesOf(rows: BankFilePreview['rows'], column: number): string {
  const cells = rows.filter(({ kind }) => kind === 'payment').map(({ cells: all }) => (all[column] ?? '').trim())
  return [...new Set(cells.filter((cell) => cell !== ''))].slice(0, 2).join(', ')
}

/** A day as the file writes it whose first number says which comes first, if there is one. */
export function tellingDay({ rows, layout }: Pick<BankFilePreview, 'rows' | 'layout'>): string | null {
  const column = layout.columns.indexOf('date')
  const days = rows.filter(({ kind }) => kind === 'payment').map(({ cells }) => cells[column] ?? '')
  const isNumeric = (day: string) => /^\s*\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}/.test(day)
  const numeric = days.filter(isNumeric)
  return numeric.find((day) => /^\s*(1[3-9]|2\d|3[01])[/.-]|^\s*\d{1,2}[/.-](1[3-9]|2\d|3[01])[/.-]/.test(day)) ?? numeric[0] ?? null
}

/** Lines with their numbers, in words: `Line 1`, `Lines 1, 2 and 44`. */
export function lineNumbers(rows: BankFilePreview['rows']): string {
  const numbers = rows.filter(({ kind }) => kind === 'title' || kind === 'note').map(({ line }) => String(line))
  const last = numbers.pop()
  if (last === undefined) return ''
  return numbers.length === 0 ? `Line ${last} is` : `Lines ${numbers.join(', ')} and ${last} are`
}

/** Returns the file's name without its ending, as the layout's first name. */
export const nameOfFile = (name: string): string => name.replace(/\.[a-z0-9]+$/i, '').slice(0, 60)

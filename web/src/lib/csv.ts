export type CsvValue = string | number | null

/** A field of RFC 4180; a spreadsheet must not take what somebody wrote for a formula, and an amount stays a number. */
function field(value: CsvValue): string {
  if (value === null) return ''
  const text = String(value)
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
  const plain = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replace(/"/g, '""')}"` : plain
}

/** A CSV file that spreadsheets read: the names of the columns, then a line for each row. */
export const csvOf = (head: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  `\ufeff${[head, ...rows].map((row) => row.map(field).join(',')).join('\r\n')}\r\n`

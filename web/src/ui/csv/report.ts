import type { ImportProblem } from '@/lib/imports'

/** A field of RFC 4180; a spreadsheet must not take it for a formula. */
function field(text: string): string {
  const plain = /^[=+\-@]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replace(/"/g, '""')}"` : plain
}

/** The problems as a CSV file that spreadsheets read. */
export function reportOf(problems: readonly ImportProblem[]): string {
  const rows = problems.map(({ line, column, message }) => [String(line), column, message].map(field).join(','))
  return `\ufeff${['line,column,message', ...rows].join('\r\n')}\r\n`
}

/** Counts the lines that a part of a CSV file ends, quoted ones apart: `open` says whether the part before ended within quotes. */
export function countRows(text: string, open: boolean): { rows: number; open: boolean } {
  let rows = 0
  let isOpen = open
  for (const char of text) {
    if (char === '"') isOpen = !isOpen
    else if (char === '\n' && !isOpen) rows += 1
  }
  return { rows, open: isOpen }
}

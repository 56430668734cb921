import type { Deadline } from '@/api/deadlines'

/** A line of the card: the next of what it stands for, and how many more tenancies are owed the same. */
export interface DeadlineLine {
  first: Deadline
  others: number
}

/** The kinds of which hundreds may be open at once, after an import of tenancies for one: each stands in one line. */
const together: ReadonlySet<Deadline['kind']> = new Set(['informationSheet', 'writtenStatement'])

/** The deadlines as lines, in their order; what is owed in many tenancies alike stands behind what is about one alone. */
export function linesOf(deadlines: readonly Deadline[]): DeadlineLine[] {
  const alone = deadlines.filter(({ kind }) => !together.has(kind)).map((first) => ({ first, others: 0 }))
  const alike = [...together].flatMap((kind) => {
    const all = deadlines.filter((each) => each.kind === kind)
    const first = all[0]
    return first === undefined ? [] : [{ first, others: all.length - 1 }]
  })
  return [...alone, ...alike]
}

/** A mistake in one place of a file. */
export interface ImportProblem {
  /** The line from 1; 0 where the whole file is meant. */
  line: number
  column: string
  message: string
}

/** A file that somebody imports, whatever its rows are, as far as a screen shows it. */
export interface Import {
  id: number
  fileName: string
  state: 'Checked' | 'Importing' | 'Imported' | 'Failed'
  rows: number
  imported: number
  problemCount: number
  problems: readonly ImportProblem[]
  /** The warnings of what may be so and yet is to be looked at. */
  warnings?: readonly ImportProblem[]
}

/** An import as its screen stands. */
export interface ImportRun {
  found: Import | undefined
  /** The reason why it could not be read; null where it could. */
  unread: 'gone' | { cause: string } | null
  /** The reason why it could not be started: somebody else did, or what is wrong. */
  failure: 'elsewhere' | { text: string } | null
  /** True while it is being started. */
  isPending: boolean
  onApply: () => void
  onRetry: () => void
}

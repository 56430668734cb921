import type { ImportTexts } from './texts'

/** The words in which the screens of imports differ. */
export interface ImportWording {
  texts: ImportTexts
  /** Rows with their word: "3 properties". */
  count: (rows: number) => string
  /** The list in which the rows are found afterwards. */
  list: string
}

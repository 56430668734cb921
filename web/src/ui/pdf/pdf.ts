/** A PDF whose pages can be drawn. */
export interface OpenPdf {
  pages: number
  /** A page's size in points, pages from 1. */
  sizeOf: (page: number) => Promise<{ width: number; height: number }>
  /** Draws a page so wide, and lays its words over it, to be selected and read aloud. */
  draw: (page: number, canvas: HTMLCanvasElement, words: HTMLElement, width: number) => Promise<void>
  close: () => void
}

/** Loads the code that draws when a document is first shown: it is larger than everything else. Tests, which cannot draw, put another in its place. */
export const pdf = {
  open: async (content: Blob): Promise<OpenPdf> => (await import('./pdfjs')).openPdf(content),
}

import { getDocument, GlobalWorkerOptions, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import type { OpenPdf } from './pdf'

GlobalWorkerOptions.workerSrc = worker

/** Opens a PDF for drawing. */
export async function openPdf(content: Blob): Promise<OpenPdf> {
  const task = getDocument({ data: new Uint8Array(await content.arrayBuffer()), enableXfa: false, isEvalSupported: false })
  const document = await task.promise
  return {
    pages: document.numPages,
    sizeOf: async (number) => {
      const { width, height } = (await document.getPage(number)).getViewport({ scale: 1 })
      return { width, height }
    },
    draw: async (number, canvas, words, width) => {
      const page = await document.getPage(number)
      const ratio = Math.min(2, Math.max(1, devicePixelRatio))
      const scale = width / page.getViewport({ scale: 1 }).width
      const sharp = page.getViewport({ scale: scale * ratio })
      canvas.width = Math.floor(sharp.width)
      canvas.height = Math.floor(sharp.height)
      await page.render({ canvas, viewport: sharp }).promise
      words.replaceChildren()
      words.style.setProperty('--total-scale-factor', String(scale))
      await new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport: page.getViewport({ scale }) }).render()
    },
    close: () => void task.destroy(),
  }
}

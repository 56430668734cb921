import { styled } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import { color, type } from '@/theme/tokens'
import { LoadFailed } from '../LoadFailed'
import { Skeleton } from '../Skeleton'
import { pdf, type OpenPdf } from './pdf'

const texts = { page: (number: number, of: number) => `Page ${String(number)} of ${String(of)}`, document: 'The document', unreadable: 'The document could not be drawn.' } as const

const Sheets = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, marginInline: 'auto' })
const Sheet = styled('section')({
  position: 'relative',
  overflow: 'hidden',
  backgroundColor: '#fff',
  border: `1px solid ${color.line}`,
  '& > canvas': { display: 'block', width: '100%', height: '100%' },
})
/** The words, unseen over the picture of the page: as large as the library measures them. */
const Words = styled('div')({
  position: 'absolute',
  inset: 0,
  overflow: 'clip',
  lineHeight: 1,
  textAlign: 'initial',
  '--min-font-size': 1,
  '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
  '--min-font-size-inv': 'calc(1 / var(--min-font-size))',
  '& :is(span, br)': { color: 'transparent', position: 'absolute', whiteSpace: 'pre', cursor: 'text', transformOrigin: '0% 0%' },
  '& > :not(.markedContent), & .markedContent span:not(.markedContent)': {
    '--font-height': 0,
    fontSize: 'calc(var(--text-scale-factor) * var(--font-height))',
    '--scale-x': 1,
    '--rotate': '0deg',
    transform: 'rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv))',
  },
  '& ::selection': { backgroundColor: 'rgb(11 86 106 / .3)' },
})
const Caption = styled('p')({ ...type.mini, color: color.muted, textAlign: 'center', marginTop: -6 })

/** The pages of a PDF below each other, exactly as its bytes have them. */
interface PdfPagesProps {
  content: Blob
  /** The width of a page, in parts of the room there is. */
  zoom?: number
  /** The one page that is shown, from 1; all of them without it. */
  page?: number
  /** The pages are there to be read; with how many there are. */
  onShown?: (pages: number) => void
}

export function PdfPages({ content, zoom = 1, page, onShown }: PdfPagesProps) {
  const [document, setDocument] = useState<OpenPdf>()
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const shown = useRef(onShown)
  useEffect(() => {
    shown.current = onShown
  })
  // The drawn pages stay until the next ones are there: a preview follows every word that is typed.
  const opened = useRef<OpenPdf>(undefined)
  useEffect(
    () => () => {
      opened.current?.close()
      opened.current = undefined
    },
    [],
  )
  useEffect(() => {
    let isGone = false
    pdf.open(content).then(
      (found) => {
        if (isGone) {
          found.close()
          return
        }
        opened.current?.close()
        opened.current = found
        setDocument(found)
        shown.current?.(found.pages)
      },
      (error: unknown) => {
        console.error('A document could not be drawn.', error)
        if (!isGone) setFailed(true)
      },
    )
    return () => {
      isGone = true
    }
  }, [content, attempt])
  if (hasFailed) {
    const retry = () => {
      setFailed(false)
      setAttempt((count) => count + 1)
    }
    return <LoadFailed what={texts.document} cause={texts.unreadable} onRetry={retry} />
  }
  if (document === undefined) return <Skeleton width="100%" height={480} />
  return (
    <Sheets style={{ width: `${String(zoom * 100)}%` }}>
      {Array.from({ length: document.pages }, (_, index) => index + 1)
        .filter((number) => page === undefined || number === Math.min(page, document.pages))
        .map((number) => (
          <Page key={number} document={document} number={number} />
        ))}
    </Sheets>
  )
}

/** A4 until the page itself says how large it is. */
const a4 = { width: 595, height: 842 }

/** One page, drawn while it is near what is seen: all of them at once are too much for a phone. */
function Page({ document, number }: { document: OpenPdf; number: number }) {
  const sheet = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(a4)
  const [isNear, setNear] = useState(false)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    let isGone = false
    void document.sizeOf(number).then((found) => {
      if (!isGone) setSize(found)
    })
    return () => {
      isGone = true
    }
  }, [document, number])
  useEffect(() => {
    if (sheet.current === null) return
    const near = new IntersectionObserver((entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)), { rootMargin: '100%' })
    const wide = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    near.observe(sheet.current)
    wide.observe(sheet.current)
    return () => {
      near.disconnect()
      wide.disconnect()
    }
  }, [])
  useEffect(() => {
    const [paper, text] = [canvas.current, words.current]
    if (!isNear || width === 0 || paper === null || text === null) return
    let isGone = false
    document.draw(number, paper, text, width).catch((error: unknown) => {
      // A page that is left before it is drawn is none to tell of.
      if (!isGone) console.error('A page could not be drawn.', error)
    })
    return () => {
      isGone = true
      paper.width = 0
    }
  }, [document, number, isNear, width])
  return (
    <>
      <Sheet ref={sheet} aria-label={texts.page(number, document.pages)} style={{ aspectRatio: `${String(size.width)} / ${String(size.height)}` }}>
        <canvas ref={canvas} aria-hidden="true" />
        <Words ref={words} />
      </Sheet>
      <Caption aria-hidden="true">{texts.page(number, document.pages)}</Caption>
    </>
  )
}

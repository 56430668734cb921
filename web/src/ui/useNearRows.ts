import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState, type FocusEvent, type RefCallback, type RefObject } from 'react'

/** Rows in the window's own scrolling, of which only those near the window are in the page. */
interface RowsOptions {
  count: number
  /** The approximate height of a row, in pixels, until it is measured. */
  rowHeight: number
  /** The gap between rows, in pixels. */
  gap?: number
  /** Called when the end comes near. */
  onEnd: () => void
}

/** The parts of a place for rows: attributes of its own and of each row, and the room that stands for rows that are not there. */
interface NearRows<Place extends HTMLElement> {
  place: { ref: RefObject<Place | null>; onFocus: (event: FocusEvent<HTMLElement>) => void; onBlur: () => void }
  /** The rows near the window, the one that has the focus among them, with the room above each in pixels. */
  rows: { index: number; above: number }[]
  /** The room below the last of them, in pixels. */
  below: number
  /** Attributes of the element that stands for a row: by them it is measured, and found when it takes the focus. */
  attributesOf: (index: number) => { ref: RefCallback<HTMLElement>; 'data-index': number }
}

/** Follows the window's scrolling: which rows are near it. The row that has the focus always stays. */
export function useNearRows<Place extends HTMLElement>({ count, rowHeight, gap = 0, onEnd }: RowsOptions): NearRows<Place> {
  const ref = useRef<Place>(null)
  const [top, setTop] = useState(0)
  const [focused, setFocused] = useState<number | null>(null)

  useEffect(() => {
    const measure = () => {
      if (ref.current !== null) setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY))
    }
    // The content above the rows may change its height; the page's then does, too.
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])

  const rangeExtractor = useCallback(
    (range: Range) => {
      const near = defaultRangeExtractor(range)
      if (focused === null || focused >= range.count || near.includes(focused)) return near
      return [...near, focused].sort((a, b) => a - b)
    },
    [focused],
  )
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    measureElement: (element) => element.getBoundingClientRect().height || rowHeight,
    overscan: 3,
    gap,
    scrollMargin: top,
    rangeExtractor,
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)
  const isNearEnd = last !== undefined && last.index >= count - 4

  useEffect(() => {
    if (isNearEnd) onEnd()
  }, [isNearEnd, count, onEnd])

  return {
    place: {
      ref,
      onFocus: ({ target }) => {
        const row = target.closest<HTMLElement>('[data-index]')?.dataset.index
        setFocused(row === undefined ? null : Number(row))
      },
      onBlur: () => setFocused(null),
    },
    rows: shown.map(({ index, start }, at) => {
      const before = shown[at - 1]
      return { index, above: Math.max(0, start - (before === undefined ? top : before.end + gap)) }
    }),
    below: last === undefined ? 0 : Math.max(0, virtual.getTotalSize() + top - last.end),
    attributesOf: (index) => ({ ref: virtual.measureElement, 'data-index': index }),
  }
}

import Pad from 'signature_pad'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { ink, pictureOfStrokes, scaledStrokes } from './strokes'

/** A pad to draw on, for as long as its canvas is shown. */
interface DrawingPad {
  canvas: RefObject<HTMLCanvasElement | null>
  /** The number of strokes. */
  strokes: number
  clear: () => void
  undo: () => void
}

/** Gives the picture after each stroke; empty once there is none. Turning the phone changes the width and keeps the strokes. */
export function usePad(onPicture: (picture: string) => void): DrawingPad {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(undefined)
  const width = useRef(0)
  const [strokes, setStrokes] = useState(0)
  const tell = useRef(onPicture)
  useEffect(() => {
    tell.current = onPicture
  })

  const changed = () => {
    const drawn = pad.current?.toData() ?? []
    setStrokes(drawn.length)
    tell.current(drawn.length === 0 ? '' : pictureOfStrokes(drawn, width.current))
  }

  useEffect(() => {
    const sheet = canvas.current
    if (sheet === null) return
    const fit = () => {
      const shown = sheet.offsetWidth
      if (shown === 0 || shown === width.current) return
      const before = width.current
      const drawn = pad.current?.toData() ?? []
      width.current = shown
      const ratio = Math.max(1, devicePixelRatio)
      sheet.width = shown * ratio
      sheet.height = (shown / 2) * ratio
      sheet.getContext('2d')?.scale(ratio, ratio)
      // A canvas that gets another size is empty.
      if (before > 0) pad.current?.fromData(scaledStrokes(drawn, shown / before))
      else pad.current?.clear()
    }
    const drawing = new Pad(sheet, ink)
    pad.current = drawing
    fit()
    const watch = new ResizeObserver(fit)
    watch.observe(sheet)
    const end = () => changed()
    drawing.addEventListener('endStroke', end)
    return () => {
      watch.disconnect()
      drawing.removeEventListener('endStroke', end)
      drawing.off()
      pad.current = undefined
      width.current = 0
    }
  }, [])

  return {
    canvas,
    strokes,
    clear: () => {
      pad.current?.clear()
      changed()
    },
    undo: () => {
      pad.current?.fromData((pad.current.toData()).slice(0, -1))
      changed()
    },
  }
}

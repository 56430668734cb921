import Pad, { type PointGroup } from 'signature_pad'

/** The size of every signature (docs/reference/screens/references.md S2 9), in pixels. */
export const signatureSize = { width: 400, height: 200 } as const

/** Black on white in both schemes: it is a document. A line 2 wide is drawn as dots of radius 1. */
export const ink = { backgroundColor: '#fff', penColor: '#000', minWidth: 1, maxWidth: 1, dotSize: 1.5 } as const

/** The same strokes in a pad of another width. */
export function scaledStrokes(strokes: readonly PointGroup[], factor: number): PointGroup[] {
  return strokes.map((group) => ({ ...group, points: group.points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })) }))
}

function blankSheet(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = signatureSize.width
  canvas.height = signatureSize.height
  return canvas
}

/** Strokes that were drawn in a pad so wide, as a PNG of exactly 400 × 200: the pad itself has as many pixels as the screen. */
export function pictureOfStrokes(strokes: readonly PointGroup[], width: number): string {
  const canvas = blankSheet()
  const pad = new Pad(canvas, ink)
  pad.off()
  pad.fromData(scaledStrokes(strokes, signatureSize.width / width))
  return canvas.toDataURL('image/png')
}

const hand = "'Segoe Script', 'Bradley Hand', 'Snell Roundhand', 'Brush Script MT', cursive"
const room = signatureSize.width - 40

/** A typed name in a script face, as large as fits, on the same sheet. */
export function pictureOfName(name: string): string {
  const canvas = blankSheet()
  const context = canvas.getContext('2d')
  if (context === null) return ''
  context.fillStyle = ink.backgroundColor
  context.fillRect(0, 0, signatureSize.width, signatureSize.height)
  context.fillStyle = ink.penColor
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const size = 56
  context.font = `italic ${size}px ${hand}`
  const { width } = context.measureText(name)
  if (width > room) context.font = `italic ${Math.max(12, Math.floor((size * room) / width))}px ${hand}`
  context.fillText(name, signatureSize.width / 2, signatureSize.height / 2, room)
  return canvas.toDataURL('image/png')
}

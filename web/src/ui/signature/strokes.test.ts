import { afterEach, expect, it, vi } from 'vitest'
import { drawnPicture, installCanvas } from '@/test/canvas'
import { pictureOfName, pictureOfStrokes, scaledStrokes } from './strokes'

const group = { minWidth: 1, maxWidth: 1, dotSize: 1.5, penColor: '#000', velocityFilterWeight: 0.7, compositeOperation: 'source-over' as const }
const strokes = [{ ...group, points: [{ x: 10, y: 20, pressure: 0.5, time: 1 }, { x: 164, y: 82, pressure: 0.5, time: 2 }] }]

afterEach(() => void vi.restoreAllMocks())

it('a picture has exactly 400 × 200 pixels on any pad and screen', () => {
  vi.stubGlobal('devicePixelRatio', 3)
  const { exported } = installCanvas()
  expect(pictureOfStrokes(strokes, 328)).toBe(drawnPicture)
  expect(pictureOfName('Judith Hargreaves')).toBe(drawnPicture)
  expect(exported).toEqual([
    { width: 400, height: 200 },
    { width: 400, height: 200 },
  ])
})

it('strokes keep their shape in a pad of another width', () => {
  const [scaled] = scaledStrokes(strokes, 2)
  expect(scaled?.points.map(({ x, y }) => [x, y])).toEqual([
    [20, 40],
    [328, 164],
  ])
  // The drawing stays as it was.
  expect(strokes[0]?.points[0]?.x).toBe(10)
})

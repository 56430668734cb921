import { color } from '@/theme/tokens'

// Coordinates: x from the middle of the building, y upwards negative from the ground. One unit is a pixel of a card.

export const outline = { fill: color.facadeWall, stroke: color.facadeLine, strokeWidth: 1 } as const

/** Draws the beam over an opening, which every drawing picks out. `x` is its middle. */
export function Lintel({ x, y, width }: { x: number; y: number; width: number }) {
  return <rect x={x - width / 2} y={y} width={width} height={3.4} fill={color.accent} />
}

/** A window below its lintel; `y` is the lintel's. */
interface WindowProps {
  x: number
  y: number
  width: number
  height: number
  /** The width by which the lintel reaches beyond the window on both sides together. */
  over?: number
  isLit?: boolean
  hasBars?: boolean
}

export function Window({ x, y, width, height, over = 6, isLit = false, hasBars = false }: WindowProps) {
  const top = y + 4
  return (
    <>
      <Lintel x={x} y={y} width={width + over} />
      <rect
        x={x - width / 2}
        y={top}
        width={width}
        height={height}
        fill={isLit ? color.accentSoft : color.surface}
        stroke={color.facadeLine}
      />
      {hasBars && (
        <path d={`M${x} ${top}v${height}M${x - width / 2} ${top + height / 2}h${width}`} stroke={color.facadeLine} strokeWidth={0.75} />
      )}
    </>
  )
}

/** A door on the ground; without a lintel where something else carries the wall. */
export function Door({ x, width, height, over }: { x: number; width: number; height: number; over?: number }) {
  return (
    <>
      <rect x={x - width / 2} y={-height} width={width} height={height} fill={color.accentSoft} stroke={color.facadeLine} />
      <circle cx={x + width / 2 - 4} cy={-height * 0.42} r={1} fill={color.facadeLine} />
      {over !== undefined && <Lintel x={x} y={-height - 4} width={width + over} />}
    </>
  )
}

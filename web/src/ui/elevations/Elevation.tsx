import { memo } from 'react'
import { color } from '@/theme/tokens'
import { buildingOf } from './buildings'

/** The neighbours: they stand for the street and carry no meaning. */
const neighbours =
  'M-300 0V-52H-218.5M-218.5 0V-61.5L-175.5 -84L-132.5 -61.5V0M-132.5 -47H-99.5M-99.5 0V-64L-76 -78.5' +
  'M-159.5 -49h11.5v13.5h-11.5zM-152 -25.5h12v13.5h-12zM-119 -33.5h12v13.5h-12z' +
  'M99 0V-53L126.500 -70.500L151.500 -53V0M116.500 -41h11.500v13.500h-11.500zM151.500 -53V-72.500H221V0M221 -46L258 -68L295 -46V0' +
  'M163.500 -58.500h12v13h-12zM163.500 -33.500h12v13.500h-12z'

/** `street` is wider than any card, so a card shows its full height; `alone` is the building without its neighbours. */
const street = { viewBox: '-116 0 600 132', preserveAspectRatio: 'xMidYMax slice' }
const alone = { viewBox: '96 0 176 132', preserveAspectRatio: 'xMidYMax meet' }

/** A line drawing of a property's type, until there is a photo. It fills its box, and its roof is never cut off. */
export const Elevation = memo(function Elevation({ type, isThumbnail = false }: { type: string; isThumbnail?: boolean }) {
  const { draw: Building } = buildingOf(type)
  return (
    <svg
      {...(isThumbnail ? alone : street)}
      width="100%"
      height="100%"
      aria-hidden="true"
      style={{ display: 'block', backgroundColor: color.facade }}
    >
      <g transform="translate(184 125)" fill="none">
        <path d={neighbours} stroke={color.facadeFar} />
        <rect x={-400} y={0} width={800} height={7} fill={color.facadeFar} />
        <Building />
        <path d="M-400 0H400" stroke={color.facadeLine} strokeWidth={1.2} />
      </g>
    </svg>
  )
})

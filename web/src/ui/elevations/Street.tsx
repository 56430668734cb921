import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { color, media } from '@/theme/tokens'
import { buildingOf, buildings } from './buildings'

const Foot = styled('div')({ flex: 'none', overflow: 'hidden' })
const Row = styled('svg')({ display: 'block', width: '100%', height: 156, [media.mobile]: { height: 104 } })

const order = [
  'Studio', 'Commercial', 'HMO', 'Flat', 'House', 'Apartment', 'HMO', 'House', 'Serviced Accommodation', 'Flat', 'Studio',
  'House', 'Commercial', 'Apartment', 'HMO', 'House', 'Serviced Accommodation', 'Flat', 'Studio', 'HMO', 'Commercial',
] // prettier-ignore

const gap = 8
const places = order.reduce<{ type: string; x: number }[]>((row, type) => {
  const last = row.at(-1)
  const start = last === undefined ? 0 : last.x + buildingOf(last.type).width / 2 + gap
  return [...row, { type, x: start + buildingOf(type).width / 2 }]
}, [])
const last = places.at(-1)
const length = last === undefined ? 0 : last.x + buildingOf(last.type).width / 2

/** The elevations in a row: the foot of the signed-out pages. Its ground is the page's. */
export function Street() {
  const id = useId()
  return (
    <Foot>
    <Row viewBox={`${String(length / 2 - 184)} -122 368 125`} preserveAspectRatio="xMidYMax meet" overflow="visible" aria-hidden="true">
      <defs>
        {Object.entries(buildings).map(([type, { draw: Building }]) => (
          <g key={type} id={`${id}${type.replace(' ', '')}`}>
            <Building />
          </g>
        ))}
      </defs>
      {places.map(({ type, x }) => (
        <use key={x} href={`#${id}${type.replace(' ', '')}`} x={x} />
      ))}
      <path d={`M-2000 0.500H${String(length + 2000)}`} stroke={color.facadeLine} strokeWidth={1.2} />
    </Row>
    </Foot>
  )
}

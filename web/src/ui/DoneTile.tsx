import { styled } from '@mui/material/styles'
import { CircleCheck } from 'lucide-react'
import { color, radius } from '@/theme/tokens'

const Tile = styled('span')({
  display: 'grid',
  placeContent: 'center',
  width: 48,
  height: 48,
  borderRadius: radius.tile,
  color: color.success,
  backgroundColor: color.successSoft,
})

/** Draws the tick above the title of what is finished. */
export function DoneTile() {
  return (
    <Tile aria-hidden="true">
      <CircleCheck size={26} strokeWidth={1.75} />
    </Tile>
  )
}

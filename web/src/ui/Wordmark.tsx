import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { product } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { color, media } from '@/theme/tokens'
import { Mark } from './Mark'

const size = 24

const Home = styled(Link)({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 9,
  color: color.ink,
  fontSize: size * 0.82,
  lineHeight: `${size}px`,
  fontWeight: 660,
  letterSpacing: '-0.03em',
  borderRadius: 4,
  '&:hover': { textDecoration: 'none' },
  // A thumb's height without taking its room.
  [media.mobile]: { minHeight: 44, marginBlock: -10 },
})

/** Mark and name, leading home. */
export function Wordmark() {
  return (
    <Home to={paths.home}>
      <Mark size={size} />
      {product.name}
    </Home>
  )
}

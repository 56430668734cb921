import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { Heart } from 'lucide-react'
import { color, media, radius } from '@/theme/tokens'

const Button = styled(ButtonBase)({
  flex: 'none',
  width: 36,
  height: 36,
  borderRadius: radius.control,
  border: `1px solid ${color.line}`,
  color: color.ink,
  backgroundColor: color.surface,
  '&:hover': { backgroundColor: color.hover },
  '&[aria-pressed=true]': { color: color.accent },
  '&[aria-pressed=true] svg': { fill: 'currentcolor' },
  [media.mobile]: { width: 44, height: 44 },
})

/** The mark of a listing: a heart that is full while it is marked. */
interface HeartButtonProps {
  label: string
  isPressed: boolean
  onPress: () => void
}

export function HeartButton({ label, isPressed, onPress }: HeartButtonProps) {
  return (
    <Button aria-label={label} aria-pressed={isPressed} onClick={onPress}>
      <Heart size={18} strokeWidth={1.75} aria-hidden="true" />
    </Button>
  )
}

import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { common } from '@/lib/messages'
import { color, media, radius, type } from '@/theme/tokens'
import { Input } from './controls'

const Box = styled('div')({ position: 'relative' })
const Toggle = styled(ButtonBase)({
  position: 'absolute',
  right: 3,
  top: 3,
  width: 32,
  height: 32,
  borderRadius: radius.control,
  color: color.muted,
  [media.mobile]: { width: 44, height: 44, top: 1, right: 1 },
})
const Note = styled('p')({ ...type.small, color: color.warning, marginTop: 4 })

/** A password: can be shown, pasted and managed; says when Caps Lock is on. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Icon = isShown ? EyeOff : Eye
  return (
    <Box>
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        onKeyUp={watch}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        sx={{ paddingRight: '44px' }}
      />
      <Toggle onClick={() => setShown(!isShown)} aria-label={isShown ? common.hidePassword : common.showPassword}>
        <Icon size={17} strokeWidth={1.75} aria-hidden="true" />
      </Toggle>
      {hasCapsLock && <Note role="status">{common.capsLock}</Note>}
    </Box>
  )
}

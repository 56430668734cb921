import { styled } from '@mui/material/styles'
import { Check } from 'lucide-react'
import { passwordStrength } from '@/lib/password'
import { newPassword } from '@/lib/newPassword'
import { color, type } from '@/theme/tokens'

const Bars = styled('div')({ display: 'flex', gap: 4, marginTop: 4, '& > span': { flex: 1, height: 4, borderRadius: 2 } })
const Word = styled('p')({ ...type.small, display: 'flex', alignItems: 'center', gap: 6, minHeight: 18, fontWeight: 560 })

const inks = [color.muted, color.danger, color.warning, color.success, color.success]

/** Shows the strength of the password: four bars and the word. It advises and refuses nothing. */
export function StrengthHint({ password, known }: { password: string; known: readonly string[] }) {
  const strength = passwordStrength(password, known)
  const ink = inks[strength]
  return (
    <div>
      <Bars aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} style={{ backgroundColor: step <= strength ? ink : color.line }} />
        ))}
      </Bars>
      <Word role="status" sx={{ color: ink, marginTop: '6px' }}>
        {strength >= 3 && <Check size={15} strokeWidth={2} aria-hidden="true" />}
        {newPassword.strength[strength]}
      </Word>
    </div>
  )
}

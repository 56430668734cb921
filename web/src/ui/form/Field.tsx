import { styled } from '@mui/material/styles'
import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { common } from '@/lib/messages'
import { color, type } from '@/theme/tokens'

const Box = styled('div')({ display: 'flex', flexDirection: 'column', gap: 4, minWidth: 0 })
export const Label = styled('label')({ ...type.body, fontWeight: 560, width: 'fit-content' })
export const Hint = styled('p')({ ...type.small, color: color.muted })
const Mistake = styled('p')({ ...type.small, display: 'flex', gap: 6, color: color.danger, '& svg': { flex: 'none', marginTop: 2 } })

/** The attributes that bind a control to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A control with its label above, hint under it, and error between hint and control. */
interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean
  /** The content under the control. */
  below?: ReactNode
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, hint, error, isOptional = false, below, children }: FieldProps) {
  const id = useId()
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].filter(Boolean).join(' ')
  return (
    <Box>
      <Label htmlFor={id}>
        {label}
        {isOptional && <span style={{ fontWeight: 400, color: color.muted }}> ({common.optional})</span>}
      </Label>
      {hint !== undefined && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {error !== undefined && <FieldError id={`${id}-error`} text={error} />}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error === undefined ? undefined : true })}
      {below}
    </Box>
  )
}

/** An error in words, with its icon. */
export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <Mistake id={id}>
      <CircleAlert size={14} strokeWidth={2} aria-hidden="true" />
      {text}
    </Mistake>
  )
}

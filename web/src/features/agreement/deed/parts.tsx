import { styled } from '@mui/material/styles'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { color, media, type } from '@/theme/tokens'
import { Check } from '@/ui/form/Check'
import { FieldError } from '@/ui/form/Field'

/** The controls of one part of a deed, one below the other. */
export const Fields = styled('div')({ display: 'flex', flexDirection: 'column', gap: 18, padding: '16px 20px 18px', [media.mobile]: { padding: '14px 16px 16px' } })

/** The words in a part that is not open yet. */
export const Later = styled('p')({ ...type.body, color: color.muted, padding: '14px 20px 16px', [media.mobile]: { padding: '12px 16px 14px' } })

const Label = styled(Check)({ alignItems: 'flex-start', paddingBlock: 6, '& input': { marginTop: 1 } })

/** A tick by which somebody agrees, with the refusal of one that is missing above it. */
export function Tick({ error, children, ...input }: { error: string | undefined; children: ReactNode } & ComponentProps<'input'>) {
  const id = useId()
  const isWrong = error !== undefined
  return (
    <div>
      {isWrong && <FieldError id={id} text={error} />}
      <Label>
        <input type="checkbox" {...input} aria-invalid={isWrong || undefined} aria-describedby={isWrong ? id : undefined} />
        {children}
      </Label>
    </div>
  )
}

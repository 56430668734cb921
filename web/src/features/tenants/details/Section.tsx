import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { color, type } from '@/theme/tokens'

const Whole = styled('section')({ minWidth: 0 })
const Title = styled('h3')({ ...type.h2, marginBottom: 8 })

/** A quiet sentence of a section. */
export const Quiet = styled('p')({ ...type.body, color: color.muted })

/** A section of the dialog under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Whole aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
    </Whole>
  )
}

import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { color, type } from '@/theme/tokens'

const Whole = styled('section')({ minWidth: 0 })
const Head = styled('div')({ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', flexWrap: 'wrap', gap: '0 12px', marginBottom: 8 })
const Title = styled('h3')(type.h2)
const Note = styled('p')({ ...type.small, color: color.muted })

/** The text of a section that has nothing to show. */
export const Nothing = styled('p')({ ...type.body, color: color.muted })

/** A section of the dialog under its heading. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId()
  return (
    <Whole aria-labelledby={id}>
      <Head>
        <Title id={id}>{title}</Title>
        {note !== undefined && <Note>{note}</Note>}
      </Head>
      {children}
    </Whole>
  )
}

import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { color, type } from '@/theme/tokens'

const Whole = styled('section')({ minWidth: 0 })
const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: '8px 12px', marginBottom: 8 })
const Title = styled('h3')(type.h2)

/** A quiet sentence of a section. */
export const Quiet = styled('p')({ ...type.body, color: color.muted })

/** A section of the dialog under its heading. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Whole aria-labelledby={id}>
      <Head>
        <Title id={id}>{title}</Title>
        {aside}
      </Head>
      {children}
    </Whole>
  )
}

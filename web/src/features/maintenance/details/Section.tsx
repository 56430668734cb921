import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { color, type } from '@/theme/tokens'

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', gap: '2px 16px', marginBottom: 8 })
const Title = styled('h3')(type.h2)

/** A line of small print. */
export const Note = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })

/** Buttons below a section. */
export const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 10 })

/** A part of the request under its heading. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} style={{ minWidth: 0 }}>
      <Head>
        <Title id={id}>{title}</Title>
        {aside !== undefined && <Note>{aside}</Note>}
      </Head>
      {children}
    </section>
  )
}

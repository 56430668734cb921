import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { color, type } from '@/theme/tokens'

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', gap: '2px 16px', marginBottom: 8 })
const Title = styled('h3')(type.h2)

/** A line of small print. */
export const Note = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })

/** Rows below each other. */
export const Rows = styled('ul')({
  '& > li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px 12px', padding: '9px 0', minHeight: 36 },
  '& > li + li': { borderTop: `1px solid ${color.line}` },
  '& > li > div:first-of-type': { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
})

/** A part of the details under its heading. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Head>
        <Title id={id}>{title}</Title>
        {aside !== undefined && <Note>{aside}</Note>}
      </Head>
      {children}
    </section>
  )
}

import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { color, type } from '@/theme/tokens'

// Rows reach its edges: whatever it stands in has them.
const Whole = styled('section')({ '--row-inset': '0px', minWidth: 0 })
const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  minHeight: 44,
  paddingBottom: 8,
  borderBottom: `1px solid ${color.line}`,
})
const Title = styled('h3')(type.h2)

/** A heading and rows, within something that is a card already. */
export function PlainSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
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

import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { color, media, type } from '@/theme/tokens'
import { Card } from './Card'

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  // Content that has no room beside the heading goes below it: neither is squeezed.
  flexWrap: 'wrap',
  gap: '0 16px',
  minHeight: 52,
  padding: '4px 20px',
  borderBottom: `1px solid ${color.line}`,
  // The words of a press end where the rows do.
  '& > .MuiButton-text:last-child': { marginRight: -8 },
  [media.mobile]: { padding: '4px 16px' },
})

const Title = styled('h2')({ ...type.h2, paddingBlock: 4 })

/** A card with a heading and rows. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <Head>
        <Title id={id}>{title}</Title>
        {aside}
      </Head>
      {children}
    </Card>
  )
}

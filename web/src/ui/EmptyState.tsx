import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { color, media, type } from '@/theme/tokens'
import { Card } from './Card'

const Box = styled(Card)({ padding: 32, [media.mobile]: { padding: 20 } })
const Title = styled('h2')(type.h2Large)
const Text = styled('p')({ ...type.body, color: color.muted, marginTop: 4 })

/** A sentence and one button, left-aligned, no drawing. */
export function EmptyState({ title, text, action }: { title: string; text: ReactNode; action?: ReactNode }) {
  return (
    <Box>
      <Title>{title}</Title>
      <Text>{text}</Text>
      {action !== undefined && <div style={{ marginTop: 16 }}>{action}</div>}
    </Box>
  )
}

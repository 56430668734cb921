import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { media, type } from '@/theme/tokens'

const Group = styled('fieldset')({ display: 'flex', flexDirection: 'column', gap: 16 })
const Legend = styled('legend')({ ...type.h2, padding: 0, marginBottom: 14 })

/** The sections of a form below each other. */
export const Sections = styled('div')({ display: 'flex', flexDirection: 'column', gap: 28 })

/** Fields beside each other where there is room; two of them unless said otherwise. */
export const Columns = styled('div', { shouldForwardProp: (prop) => prop !== 'columns' })<{ columns?: number }>(({ columns = 2 }) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))`,
  gap: '16px 12px',
  alignItems: 'start',
  [media.mobile]: { gridTemplateColumns: `repeat(${String(Math.min(columns, 2))}, minmax(0, 1fr))` },
}))

/** Fields that belong together, under a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Group>
      <Legend>{title}</Legend>
      {children}
    </Group>
  )
}

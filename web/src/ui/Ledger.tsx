import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { color, type } from '@/theme/tokens'

/** Names and figures, line by line; a total stands under the beam. */
export const Ledger = styled('dl')({ margin: 0, padding: 0 })

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: '2px 16px',
  padding: '6px 0',
  '&:not(:last-of-type)': { borderBottom: `1px solid ${color.line}` },
  '&:has(+ [data-total])': { borderBottom: 0 },
  '&[data-total]': { borderTop: `2px solid ${color.ink}`, borderBottom: 0, paddingTop: 8, fontWeight: 620 },
})
const Name = styled('dt')({ ...type.body, color: color.muted, '[data-total] > &': { color: color.ink } })
const Value = styled('dd')({ ...type.body, flex: 1, textAlign: 'right', fontWeight: 540, overflowWrap: 'anywhere', minWidth: '40%' })
const Below = styled('span')({ ...type.small, display: 'flex', justifyContent: 'flex-end', marginTop: 4, fontWeight: 400, color: color.muted })

const inks = { plain: undefined, good: color.success, bad: color.danger }

/** One line of a ledger. */
interface EntryProps {
  label: ReactNode
  children: ReactNode
  /** The explanation of the figure, such as a badge. */
  below?: ReactNode
  isTotal?: boolean
  tone?: keyof typeof inks
}

export function Entry({ label, children, below, isTotal = false, tone = 'plain' }: EntryProps) {
  return (
    <Line data-total={isTotal || undefined}>
      <Name>{label}</Name>
      <Value sx={{ color: inks[tone], ...(isTotal && { ...type.h2, fontSize: 16 }) }}>
        {children}
        {below !== undefined && <Below>{below}</Below>}
      </Value>
    </Line>
  )
}

import { styled } from '@mui/material/styles'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { color, media, radius, type } from '@/theme/tokens'

const Group = styled('fieldset')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px', [media.mobile]: { gridTemplateColumns: '1fr' } })
const Legend = styled('legend')({ ...type.body, fontWeight: 560, padding: 0, marginBottom: 6 })

const Card = styled('label')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 58,
  boxSizing: 'border-box',
  padding: '8px 12px',
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.tile,
  backgroundColor: color.surface,
  color: color.muted,
  cursor: 'pointer',
  '&:hover': { backgroundColor: color.hover },
  '&:has(:checked)': {
    borderColor: color.accent,
    boxShadow: `inset 0 0 0 1px ${color.accent}`,
    backgroundColor: color.accentSoft,
    '& svg': { color: color.accent },
  },
  '&:has(:focus-visible)': { outline: `2px solid ${color.accent}`, outlineOffset: 2 },
  '& svg': { flex: 'none' },
})

const Radio = styled('input')({
  flex: 'none',
  appearance: 'none',
  width: 18,
  height: 18,
  margin: 0,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: '50%',
  backgroundColor: color.surface,
  '&:checked': { borderColor: color.accent, backgroundColor: color.accent, boxShadow: `inset 0 0 0 3px ${color.surface}` },
  '&:focus-visible': { outline: 'none' },
  '@media (forced-colors: active)': { appearance: 'auto' },
})

/** One choice. */
export interface Choice {
  value: string
  label: string
  hint: string
  icon: LucideIcon
}

/** A choice of a few, each a card around a native radio. */
export function RadioCards({ legend, choices, isStacked = false, ...radio }: { legend: string; choices: readonly Choice[]; isStacked?: boolean } & ComponentProps<'input'>) {
  return (
    <Group sx={isStacked ? { gridTemplateColumns: '1fr', gap: '8px' } : undefined}>
      <Legend>{legend}</Legend>
      {choices.map(({ value, label, hint, icon: Icon }) => (
        <Card key={value}>
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
          <span style={{ flex: 1 }}>
            <span style={{ ...type.body, display: 'block', fontWeight: 580, color: color.ink }}>{label}</span>
            <span style={{ ...type.small, display: 'block' }}>{hint}</span>
          </span>
          <Radio {...radio} type="radio" value={value} aria-label={label} />
        </Card>
      ))}
    </Group>
  )
}

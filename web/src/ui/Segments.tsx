import { styled } from '@mui/material/styles'
import { useId, type ReactNode } from 'react'
import { color, media, radius, type } from '@/theme/tokens'

const Group = styled('div')({
  display: 'flex',
  flex: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  backgroundColor: color.surface,
  overflow: 'hidden',
})
const Option = styled('label')({
  ...type.body,
  display: 'grid',
  placeContent: 'center',
  minHeight: 34,
  padding: '0 14px',
  fontWeight: 560,
  cursor: 'pointer',
  '& + &': { borderLeft: `1px solid ${color.line}` },
  '&:hover': { backgroundColor: color.hover },
  '&:has(:checked)': { backgroundColor: color.accentSoft, color: color.accent },
  '&:has(:focus-visible)': { outline: `2px solid ${color.accent}`, outlineOffset: -3 },
  '& input': { position: 'absolute', opacity: 0, width: 1, height: 1, margin: 0 },
  [media.mobile]: { minHeight: 44, flex: 1 },
})

/** One of a few that stand beside each other; native radios, so that arrows move between them. */
interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  /** The name of each, or its content, which carries its own label where it is no text. */
  options: Readonly<Record<Value, ReactNode>>
  onChange: (value: Value) => void
}

export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <Group role="radiogroup" aria-label={label}>
      {(Object.keys(options) as Value[]).map((option) => (
        <Option key={option}>
          <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
          {options[option]}
        </Option>
      ))}
    </Group>
  )
}

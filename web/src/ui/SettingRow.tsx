import { styled } from '@mui/material/styles'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { color, media, type } from '@/theme/tokens'
import type { ControlProps } from './form/Field'
import { Switch } from './form/Switch'

const Row = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 20,
  minHeight: 66,
  boxSizing: 'border-box',
  padding: '12px 20px',
  '[data-row] + &': { borderTop: `1px solid ${color.line}` },
  [media.mobile]: { padding: '12px 16px', gap: '10px 16px' },
})
const Words = styled('div')({ flex: 1, minWidth: 0 })
const Name = styled('p')({ ...type.body, fontWeight: 580 })
const NameLabel = styled('label')({ ...type.body, fontWeight: 580, display: 'block' })
const SwitchName = styled('span')({ ...type.body, fontWeight: 580, display: 'block' })
const Sized = styled('div')({ flex: 'none' })
// Over the row's own padding, so that there is nothing of the row beside it.
const Pressable = styled('label')({ display: 'flex', alignItems: 'center', gap: 20, flex: 1, margin: '-12px -20px', padding: '12px 20px', [media.mobile]: { margin: '-12px -16px', padding: '12px 16px' } })
const Hint = styled('p')({ ...type.small, color: color.muted, marginTop: 1 })

/** A row of a panel: what it is, what it does, and at the right what is done about it. */
interface SettingRowProps {
  label: string
  hint?: ReactNode
  /** True if the content at the right goes below on mobile screens. */
  isWide?: boolean
  children?: ReactNode
}

export function SettingRow({ label, hint, isWide = false, children }: SettingRowProps) {
  return (
    <Row data-row sx={isWide ? { [media.mobile]: { flexDirection: 'column', alignItems: 'stretch' } } : undefined}>
      <Words>
        <Name>{label}</Name>
        {hint !== undefined && <Hint as="div">{hint}</Hint>}
      </Words>
      {children}
    </Row>
  )
}

/** A row whose control belongs to its words; beside them on desktop, below on mobile screens. */
interface SettingFieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** The control's width in pixels, on desktop. */
  width?: number
  children: (control: ControlProps) => ReactNode
}

export function SettingField({ label, hint, error, width = 180, children }: SettingFieldProps) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  return (
    <Row data-row sx={{ [media.mobile]: { flexDirection: 'column', alignItems: 'stretch' } }}>
      <Words>
        <NameLabel htmlFor={id}>{label}</NameLabel>
        {hint !== undefined && <Hint id={`${id}-hint`}>{hint}</Hint>}
        {error !== undefined && (
          <Hint id={`${id}-error`} sx={{ color: color.danger }}>
            {error}
          </Hint>
        )}
      </Words>
      <Sized sx={{ [media.desktop]: { width } }}>
        {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error === undefined ? undefined : true })}
      </Sized>
    </Row>
  )
}

/** A row that is on or off; the whole of it can be pressed. */
export function SwitchRow({ label, hint, ...control }: { label: string; hint?: ReactNode } & ComponentProps<typeof Switch>) {
  const id = useId()
  return (
    <Row data-row>
      <Pressable htmlFor={id} sx={{ cursor: control.disabled ? 'default' : 'pointer' }}>
        <span style={{ flex: 1, minWidth: 0 }}>
          <SwitchName id={`${id}-name`}>{label}</SwitchName>
          {hint !== undefined && (
            <Hint as="span" id={`${id}-hint`} sx={{ display: 'block' }}>
              {hint}
            </Hint>
          )}
        </span>
        <Switch {...control} id={id} aria-labelledby={`${id}-name`} aria-describedby={hint === undefined ? undefined : `${id}-hint`} />
      </Pressable>
    </Row>
  )
}

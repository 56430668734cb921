import { styled } from '@mui/material/styles'
import { useState, type ChangeEvent, type ComponentProps, type FocusEvent } from 'react'
import { grouped, parseMoney, parts, type Minor } from '@/lib/money'
import { color, media, radius, type } from '@/theme/tokens'
import { Input } from './controls'

const Box = styled('div')({ position: 'relative' })
const Sign = styled('span')({
  ...type.body,
  position: 'absolute',
  left: 12,
  top: 9,
  color: color.muted,
  pointerEvents: 'none',
  [media.mobile]: { top: 12, fontSize: 16, lineHeight: '22px' },
})
/** The understood amount: it lies over what is below, which must not move away under a finger when the field is left. */
const Understood = styled('p')({
  ...type.small,
  position: 'absolute',
  top: '100%',
  left: 0,
  zIndex: 2,
  marginTop: 4,
  padding: '1px 8px',
  borderRadius: radius.control,
  border: `1px solid ${color.line}`,
  backgroundColor: color.surface,
  color: color.muted,
  whiteSpace: 'nowrap',
  pointerEvents: 'none',
})

/** The text of an amount as people read it: `1,250.00`; what is no amount stays as typed. */
export function tidyAmount(text: string): string {
  const minor = parseMoney(text)
  return minor === null ? text : `${minor < 0n ? '-' : ''}${written(minor)}`
}

function written(minor: Minor): string {
  const { whole, pence } = parts(minor)
  return `${grouped(whole)}.${pence}`
}

const codes: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR' }

type MoneyInputProps = ComponentProps<'input'> & {
  currencySign: string
  /** Takes the tidied text when the field is left. */
  onTidy: (text: string) => void
}

/** The text without the sign or the code of the currency that is shown, which stands before the field anyway. */
function withoutSign(text: string, sign: string): string {
  return sign === '£' ? text : text.replace(sign, '').replace(codes[sign] ?? sign, '')
}

/** An amount: commas and a sign are welcome. What is understood shows while somebody types; when the field is left, it is put in order. */
export function MoneyInput({ currencySign, onTidy, onBlur, onChange, ...props }: MoneyInputProps) {
  const [understood, setUnderstood] = useState<Minor | null>(null)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event
    const bare = withoutSign(target.value, currencySign)
    if (bare !== target.value) target.value = bare
    setUnderstood(parseMoney(bare))
    onChange?.(event)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setUnderstood(null)
    onBlur?.(event)
    const tidied = tidyAmount(event.target.value)
    if (tidied !== event.target.value) onTidy(tidied)
  }
  return (
    <Box>
      <Sign aria-hidden="true">{currencySign}</Sign>
      <Input
        {...props}
        inputMode="decimal"
        autoComplete="off"
        onFocus={(event) => event.target.select()}
        onChange={change}
        onBlur={leave}
        sx={{ paddingLeft: '26px' }}
      />
      {understood !== null && <Understood>{`${understood < 0n ? '\u2212' : ''}${currencySign}${written(understood)}`}</Understood>}
    </Box>
  )
}

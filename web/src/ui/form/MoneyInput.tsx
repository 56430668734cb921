import { styled } from '@mui/material/styles'
import type { ComponentProps, FocusEvent } from 'react'
import { grouped, parseMoney, parts } from '@/lib/money'
import { color, media, type } from '@/theme/tokens'
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

/** The text of an amount as people read it: `1,250.00`; what is no amount stays as typed. */
export function tidyAmount(text: string): string {
  const minor = parseMoney(text)
  if (minor === null) return text
  const { whole, pence } = parts(minor)
  return `${minor < 0n ? '-' : ''}${grouped(whole)}.${pence}`
}

type MoneyInputProps = ComponentProps<'input'> & {
  currencySign: string
  /** Takes the tidied text when the field is left. */
  onTidy: (text: string) => void
}

/** An amount: commas and a sign are welcome, and it is put in order when the field is left. */
export function MoneyInput({ currencySign, onTidy, onBlur, ...props }: MoneyInputProps) {
  const leave = (event: FocusEvent<HTMLInputElement>) => {
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
        onBlur={leave}
        sx={{ paddingLeft: '26px' }}
      />
    </Box>
  )
}

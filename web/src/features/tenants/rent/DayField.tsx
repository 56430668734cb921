import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { useFormatter } from '@/api/account'
import { londonDay } from '@/lib/civilDate'
import { media, type } from '@/theme/tokens'
import { DateInput } from '@/ui/form/DateInput'
import { rent as texts } from './messages'

const AsOf = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, '& > label': { ...type.body, whiteSpace: 'nowrap' }, [media.mobile]: { flex: 1 } })
/** Nothing that was recorded is older. */
const first = '1970-01-01'

/** Asks which day the figures are of; none is known of the future. */
export function DayField({ asOf, onAsOf }: { asOf: string | undefined; onAsOf: (day: string | undefined) => void }) {
  const id = useId()
  const format = useFormatter()
  const today = londonDay(new Date())
  return (
    <AsOf>
      <label htmlFor={id}>{texts.asOf}</label>
      <DateInput id={id} format={format} value={asOf ?? today} min={first} max={today} onDay={(day) => onAsOf(day === today ? undefined : day)} />
    </AsOf>
  )
}

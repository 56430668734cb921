import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { londonDay, parseCivilDate } from '@/lib/civilDate'
import { media, type } from '@/theme/tokens'
import { Input } from '@/ui/form/controls'
import { rent as texts } from './messages'

const AsOf = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, '& > label': type.body, [media.mobile]: { flex: 1 } })

/** Which day the figures are of. */
export function DayField({ asOf, onAsOf }: { asOf: string | undefined; onAsOf: (day: string | undefined) => void }) {
  const id = useId()
  const today = londonDay(new Date())
  return (
    <AsOf>
      <label htmlFor={id}>{texts.asOf}</label>
      <Input
        id={id}
        type="date"
        defaultValue={asOf ?? today}
        max={today}
        onChange={({ target }) => {
          if (target.value === '') onAsOf(undefined)
          // While a year is typed there are days of long ago, and none of the future is known.
          else if (parseCivilDate(target.value) !== null && target.value >= '1970' && target.value <= today) onAsOf(target.value === today ? undefined : target.value)
        }}
        sx={{ width: 'auto' }}
      />
    </AsOf>
  )
}

import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { CalendarDays } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { CivilDate } from '@/lib/dayParts'
import type { Formatter } from '@/lib/format'
import { common } from '@/lib/messages'
import { readTypedDate } from '@/lib/typedDate'
import { media } from '@/theme/tokens'
import { Input } from './controls'
import { FieldError } from './Field'

const Box = styled('div')({ position: 'relative', display: 'flex', flexDirection: 'column', gap: 4, minWidth: 0, [media.mobile]: { flex: 1 } })
const Line = styled('div')({ display: 'flex', alignItems: 'center', gap: 4, minWidth: 0 })
/** The browser's own calendar opens from it; it is not seen, not read out and not reached by Tab. */
const Calendar = styled('input')({ position: 'absolute', right: 0, bottom: 0, width: 1, height: 1, padding: 0, border: 0, opacity: 0, pointerEvents: 'none' })

const written: Record<string, string> = { day: 'dd', month: 'mm', year: 'yyyy' }

/** A day in one box. */
interface DateInputProps {
  id: string
  format: Formatter
  value: CivilDate
  min: CivilDate
  max: CivilDate
  onDay: (day: CivilDate) => void
}

/**
 * A day, written as the settings say: typed, pasted in any usual form, or picked in the browser's calendar. It is taken when the field is
 * left or Enter is pressed; what is no day between `min` and `max` stays as typed, with a sentence that says so.
 */
export function DateInput({ id, format, value, min, max, onDay }: DateInputProps) {
  const errorId = useId()
  const calendar = useRef<HTMLInputElement>(null)
  // The text in the box while it is not what `value` says.
  const [typed, setTyped] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const take = (day: CivilDate | null) => {
    const isTaken = day !== null && day >= min && day <= max
    setRefused(!isTaken)
    if (!isTaken) return
    setTyped(null)
    if (day !== value) onDay(day)
  }
  const leave = () => {
    if (typed === null) return
    if (typed.trim() === '') {
      setTyped(null)
      setRefused(false)
    } else take(readTypedDate(typed, format.dateOrder))
  }
  const sample = format.dateOrder.map((part) => written[part]).join(format.dateOrder[0] === 'year' ? '-' : '/')
  return (
    <Box>
      <Line>
        <Input
          id={id}
          value={typed ?? format.date(value)}
          placeholder={sample}
          autoComplete="off"
          inputMode="text"
          maxLength={40}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? errorId : undefined}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') leave()
          }}
          sx={{ width: 124, minWidth: 0, [media.mobile]: { flex: '1 1 0' } }}
        />
        <IconButton aria-label={common.chooseDay} onClick={() => calendar.current?.showPicker()} sx={{ [media.mobile]: { width: 46, height: 46 } }}>
          <CalendarDays size={18} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </Line>
      <Calendar
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        min={min}
        max={max}
        onChange={({ target }) => {
          if (target.value !== '') take(target.value)
        }}
      />
      {isRefused && <FieldError id={errorId} text={common.dayFault(sample, format.date(min), format.date(max))} />}
    </Box>
  )
}

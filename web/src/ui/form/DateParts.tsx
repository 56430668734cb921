import { styled } from '@mui/material/styles'
import { useId, type ClipboardEvent, type ComponentProps } from 'react'
import { typeDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { readTypedDate } from '@/lib/typedDate'
import { color, type } from '@/theme/tokens'
import { Input } from './controls'
import { FieldError, Hint } from './Field'
import { writeInto } from './writeInto'

type Part = 'day' | 'month' | 'year'

const Group = styled('fieldset')({ display: 'flex', flexDirection: 'column', gap: 4 })
const Legend = styled('legend')({ ...type.body, fontWeight: 560, padding: 0, marginBottom: 4 })
const Row = styled('div')({ display: 'flex', gap: 10 })
const Box = styled('label')({ ...type.small, color: color.muted, display: 'grid', gap: 4 })

const labels: Record<Part, string> = { day: common.day, month: common.month, year: common.year }

/** A date in three boxes, in the order of the user's settings. A whole day that is pasted into one of them fills all. */
interface DatePartsProps {
  legend: string
  order: readonly Part[]
  hint?: string | undefined
  error: string | undefined
  /** True if it may stay empty, as most may. */
  isOptional?: boolean
  register: (part: Part) => ComponentProps<'input'>
}

export function DateParts({ legend, order, hint, error, isOptional = true, register }: DatePartsProps) {
  const id = useId()
  const paste = (event: ClipboardEvent<HTMLDivElement>) => {
    const day = readTypedDate(event.clipboardData.getData('text'), order)
    if (day === null) return
    event.preventDefault()
    const typed = typeDay(day)
    const boxes = event.currentTarget.querySelectorAll('input')
    order.forEach((part, index) => {
      const box = boxes[index]
      if (box !== undefined) writeInto(box, typed[part])
    })
  }
  return (
    <Group aria-describedby={[hint && `${id}-hint`, error && id].filter(Boolean).join(' ') || undefined}>
      <Legend>
        {legend}
        {isOptional && <span style={{ fontWeight: 400, color: color.muted }}> ({common.optional})</span>}
      </Legend>
      {hint !== undefined && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {error !== undefined && <FieldError id={id} text={error} />}
      <Row onPaste={paste}>
        {order.map((part) => (
          <Box key={part}>
            {labels[part]}
            <Input
              {...register(part)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={part === 'year' ? 4 : 2}
              aria-invalid={error === undefined ? undefined : true}
              sx={{ width: part === 'year' ? 84 : 64 }}
            />
          </Box>
        ))}
      </Row>
    </Group>
  )
}

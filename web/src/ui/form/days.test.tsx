import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { noDay } from '@/lib/civilDate'
import { createFormatter, defaultFormat } from '@/lib/format'
import { common } from '@/lib/messages'
import { DateInput } from './DateInput'
import { DateParts } from './DateParts'
import { TimeInput } from './TimeInput'

function Day({ onDay }: { onDay: (day: string) => void }) {
  const [day, setDay] = useState('2026-11-29')
  const set = (next: string) => {
    setDay(next)
    onDay(next)
  }
  return (
    <>
      <label htmlFor="day">Day</label>
      <DateInput id="day" format={createFormatter(defaultFormat)} value={day} min="1970-01-01" max="2026-11-29" onDay={set} />
    </>
  )
}

test('a day is shown as the settings write it, and taken in any usual form', async () => {
  const user = userEvent.setup()
  const onDay = vi.fn()
  render(<Day onDay={onDay} />)
  const field = screen.getByLabelText('Day')
  expect(field).toHaveValue('29/11/2026')
  await user.clear(field)
  await user.type(field, '5 Nov 2026{Enter}')
  expect(onDay).toHaveBeenCalledExactlyOnceWith('2026-11-05')
  expect(field).toHaveValue('05/11/2026')
})

test('a day that is none or too late stays, and says what is wanted', async () => {
  const user = userEvent.setup()
  const onDay = vi.fn()
  render(<Day onDay={onDay} />)
  const field = screen.getByLabelText('Day')
  for (const text of ['31/02/2026', '30/11/2026']) {
    await user.clear(field)
    await user.type(field, text)
    await user.tab()
    expect(field).toHaveValue(text)
    expect(field).toHaveAccessibleDescription(common.dayFault('dd/mm/yyyy', '01/01/1970', '29/11/2026'))
  }
  await user.clear(field)
  await user.tab()
  expect(field).toHaveValue('29/11/2026')
  expect(field).not.toHaveAccessibleDescription()
  expect(onDay).not.toHaveBeenCalled()
})

interface Values {
  date: typeof noDay
  time: string
}

function Form({ onSubmit }: { onSubmit: (values: Values) => void }) {
  const { register, handleSubmit } = useForm({ defaultValues: { date: noDay, time: '' } })
  return (
    <form onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <DateParts legend="Day" order={['day', 'month', 'year']} error={undefined} register={(part) => register(`date.${part}`)} />
      <TimeInput aria-label="Time" {...register('time')} />
      <button type="submit">Save</button>
    </form>
  )
}

test('a whole day that is pasted fills the three boxes', async () => {
  const user = userEvent.setup()
  const onSubmit = vi.fn<(values: Values) => void>()
  render(<Form onSubmit={(values) => onSubmit(values)} />)
  await user.click(screen.getByLabelText('Month'))
  await user.paste('Sat 5 December 2026')
  await user.click(screen.getByLabelText('Day'))
  await user.paste('7')
  await user.click(screen.getByRole('button'))
  expect(onSubmit).toHaveBeenCalledWith({ date: { day: '57', month: '12', year: '2026' }, time: '' })
})

test('a time is put in order when it is left and when Enter sends it', async () => {
  const user = userEvent.setup()
  const onSubmit = vi.fn<(values: Values) => void>()
  render(<Form onSubmit={(values) => onSubmit(values)} />)
  const field = screen.getByLabelText('Time')
  await user.type(field, '2.30 pm')
  await user.tab()
  expect(field).toHaveValue('14:30')
  await user.clear(field)
  await user.type(field, 'noon')
  await user.tab()
  expect(field).toHaveValue('noon')
  await user.clear(field)
  await user.type(field, '930{Enter}')
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ date: noDay, time: '09:30' })
})

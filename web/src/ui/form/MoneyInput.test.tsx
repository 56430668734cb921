import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { MoneyInput } from './MoneyInput'

function Amount({ currencySign = '£', onText }: { currencySign?: string; onText: (text: string) => void }) {
  const [text, setText] = useState('')
  const set = (next: string) => {
    setText(next)
    onText(next)
  }
  return <MoneyInput aria-label="Amount" currencySign={currencySign} value={text} onChange={({ target }) => set(target.value)} onTidy={set} />
}

test('the amount shows while somebody types, and is formatted on leaving', async () => {
  const user = userEvent.setup()
  render(<Amount onText={vi.fn()} />)
  const field = screen.getByRole('textbox', { name: 'Amount' })
  await user.type(field, '1250')
  expect(screen.getByText('£1,250.00')).toBeVisible()
  await user.type(field, '.5')
  expect(screen.getByText('£1,250.50')).toBeVisible()
  await user.tab()
  expect(field).toHaveValue('1,250.50')
  expect(screen.queryByText('£1,250.50')).toBeNull()
})

test('the shown amount takes no room, so that a tick below does not move', async () => {
  const user = userEvent.setup()
  render(<Amount onText={vi.fn()} />)
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '1250')
  expect(screen.getByText('£1,250.00')).toHaveStyle({ position: 'absolute' })
})

test('a comma before pence is never taken for another amount', async () => {
  const user = userEvent.setup()
  render(<Amount onText={vi.fn()} />)
  const field = screen.getByRole('textbox', { name: 'Amount' })
  await user.type(field, '1250,00')
  expect(screen.queryByText(/^£/, { selector: 'p' })).toBeNull()
  await user.tab()
  expect(field).toHaveValue('1250,00')
})

test('the sign of the shown currency may be typed and does not stand twice', async () => {
  const user = userEvent.setup()
  const onText = vi.fn()
  render(<Amount currencySign="€" onText={onText} />)
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '€95')
  expect(screen.getByText('€95.00')).toBeVisible()
  expect(onText).toHaveBeenLastCalledWith('95')
})

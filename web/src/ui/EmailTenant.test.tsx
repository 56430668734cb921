import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { chosenEmail, EmailTenant, type OfferedMail } from './EmailTenant'
import { emailTenant as texts } from './emailTenant.messages'

const offered: OfferedMail = {
  wanted: true,
  requiredByLaw: false,
  whyNot: null,
  offReason: null,
  email: 'tom@mail.example',
  mail: { name: 'Tom Hargreaves', email: 'tom@mail.example', subject: 'Your payment was received', text: 'Thank you.' },
}

function Form({ changes }: { changes: Partial<OfferedMail> }) {
  const [value, setValue] = useState<boolean | null>(null)
  return (
    <>
      <EmailTenant offered={{ ...offered, ...changes }} value={value} onChange={setValue} />
      <output>{JSON.stringify(chosenEmail(value))}</output>
    </>
  )
}

test('the tick follows the switch until somebody chooses', async () => {
  render(<Form changes={{}} />)
  const tick = screen.getByLabelText(texts.tickTo('tom@mail.example'))
  expect(tick).toBeChecked()
  expect(screen.getByRole('status')).toHaveTextContent('{}')
  await userEvent.click(tick)
  expect(tick).not.toBeChecked()
  expect(screen.getByRole('status')).toHaveTextContent('{"emailTenant":false}')
})

test('the real text is there to be seen', async () => {
  render(<Form changes={{}} />)
  await userEvent.click(screen.getByRole('button', { name: texts.see }))
  expect(await screen.findByText('Thank you.')).toBeVisible()
})

test('what is old or off for its kind can still be ticked', async () => {
  for (const whyNot of ['old', 'off-for-kind'] as const) {
    const { unmount } = render(<Form changes={{ wanted: false, whyNot }} />)
    const tick = screen.getByRole('checkbox')
    expect(tick).not.toBeChecked()
    expect(tick).toHaveAccessibleDescription(texts.whyNot[whyNot]())
    await userEvent.click(tick)
    expect(tick).toBeChecked()
    unmount()
  }
})

test('mails that are off, lack an address or are law cannot be changed', () => {
  const { rerender } = render(<Form changes={{ wanted: false, whyNot: 'off-for-tenant', offReason: 'Wants letters' }} />)
  expect(screen.getByRole('checkbox')).toBeDisabled()
  expect(screen.getByText(texts.whyNot['off-for-tenant']('Wants letters'))).toBeVisible()
  rerender(<Form changes={{ wanted: false, whyNot: 'no-address', email: null }} />)
  expect(screen.getByText(texts.whyNot['no-address']())).toBeVisible()
  expect(screen.queryByRole('button', { name: texts.see })).toBeNull()
  rerender(<Form changes={{ requiredByLaw: true }} />)
  expect(screen.getByRole('checkbox')).toBeChecked()
  expect(screen.getByRole('checkbox')).toBeDisabled()
  expect(screen.getByText(texts.law)).toBeVisible()
})

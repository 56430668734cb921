import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Unreached } from '@/lib/unreached'
import { Theme } from '@/theme/Theme'
import { sendLater as texts } from './sendLater.messages'
import { SendLaterNotice, submitName } from './SendLaterNotice'
import { useSendLater } from './useSendLater'

const send = vi.fn<(values: { note: string }) => Promise<void>>()
const refuse = vi.fn<(error: unknown) => void>()

function Form() {
  const form = useForm({ defaultValues: { note: 'No hot water' } })
  const later = useSendLater(form, send, refuse)
  return (
    <form onSubmit={(event) => void form.handleSubmit(later.start)(event)}>
      <input aria-label="Note" {...form.register('note')} />
      <SendLaterNotice later={later} />
      <button type="submit">{submitName('Send', later)}</button>
    </form>
  )
}

let isOnline = true
const connect = (on: boolean) =>
  act(() => {
    isOnline = on
    dispatchEvent(new Event(on ? 'online' : 'offline'))
  })

beforeEach(() => {
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  send.mockReset().mockImplementation(() => (isOnline ? Promise.resolve() : Promise.reject(new Unreached())))
  refuse.mockReset()
})
afterEach(() => void vi.restoreAllMocks())

const open = () => {
  render(
    <Theme>
      <Form />
    </Theme>,
  )
  return userEvent.setup({ delay: null })
}

test('without a connection it waits in sight, and is sent once there is one', async () => {
  const user = open()
  connect(false)
  expect(screen.getByText(texts.offlineText)).toBeVisible()
  await user.click(screen.getByRole('button', { name: texts.submit }))
  expect(await screen.findByText(texts.waiting)).toBeVisible()
  connect(true)
  await waitFor(() => expect(screen.queryByText(texts.waiting)).toBeNull())
  expect(send.mock.calls).toEqual([[{ note: 'No hot water' }], [{ note: 'No hot water' }]])
  expect(screen.getByRole('button', { name: 'Send' })).toBeVisible()
})

test('what is taken back is not sent, and the focus stays in the form', async () => {
  const user = open()
  connect(false)
  await user.click(screen.getByRole('button', { name: texts.submit }))
  await user.click(await screen.findByRole('button', { name: texts.takeBack }))
  expect(screen.queryByText(texts.waiting)).toBeNull()
  expect(screen.getByRole('button', { name: texts.submit })).toHaveFocus()
  connect(true)
  expect(send).toHaveBeenCalledTimes(1)
})

test('what is changed waits no longer, and leaving a field changes nothing', async () => {
  const user = open()
  connect(false)
  await user.click(screen.getByRole('button', { name: texts.submit }))
  await user.click(await screen.findByLabelText('Note'))
  await user.tab()
  expect(screen.getByText(texts.waiting)).toBeVisible()
  await user.type(screen.getByLabelText('Note'), '!')
  await waitFor(() => expect(screen.queryByText(texts.waiting)).toBeNull())
  connect(true)
  expect(send).toHaveBeenCalledTimes(1)
})

test('while nobody answers it is tried again by a tap', async () => {
  const user = open()
  send.mockRejectedValueOnce(new Unreached())
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(new RegExp(texts.waitingUnreached))).toBeVisible()
  await user.click(screen.getByRole('button', { name: texts.tryNow }))
  await waitFor(() => expect(screen.queryByText(texts.waiting)).toBeNull())
  expect(send).toHaveBeenCalledTimes(2)
})

test('a refusal is told and waits for nothing', async () => {
  const user = open()
  const refusal = new Error('422')
  send.mockRejectedValueOnce(refusal)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(refuse).toHaveBeenCalledWith(refusal))
  expect(screen.queryByText(texts.waiting)).toBeNull()
})

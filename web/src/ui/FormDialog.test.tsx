import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { formOwner } from '@/lib/formOwner'
import { common } from '@/lib/messages'
import { unsaved } from '@/lib/unsaved'
import { keptByTab } from '@/test/browser'
import { Theme } from '@/theme/Theme'
import { FormDialog } from './FormDialog'

interface Values {
  notes: string
  file: File | null
}

const onClose = vi.fn()
const onSubmit = vi.fn<(values: Values) => void>()

function Dialog({ isSecret }: { isSecret: boolean }) {
  const form = useForm<Values>({ defaultValues: { notes: 'As before', file: null } })
  return (
    <FormDialog form={form} title="Note" subject="Linden Avenue" submit="Save" isSecret={isSecret} isPending={false} onSubmit={onSubmit} onClose={onClose}>
      <input aria-label="Notes" {...form.register('notes')} />
      <button type="button" onClick={() => form.setValue('file', new File(['x'], 'x.pdf'), { shouldDirty: true })}>
        Add
      </button>
    </FormDialog>
  )
}

function open({ isSecret = false } = {}) {
  const router = createMemoryRouter([{ path: '/portfolio/42', element: <Dialog isSecret={isSecret} /> }], { initialEntries: ['/portfolio/42'] })
  const { unmount } = render(
    <Theme>
      <RouterProvider router={router} />
    </Theme>,
  )
  return { user: userEvent.setup({ delay: null }), unmount, field: screen.getByLabelText('Notes') }
}

/** Returns what the tab holds at this moment, as a page that is loaded anew finds it. */
function reload({ unmount }: { unmount: () => void }) {
  const held = Object.entries(sessionStorage) as [string, string][]
  unmount()
  for (const [key, value] of held) sessionStorage.setItem(key, value)
}

beforeEach(() => sessionStorage.clear())

test('what was typed is there again after a reload, and can be started again', async () => {
  const before = open()
  await before.user.type(before.field, ', and more')
  reload(before)
  const after = open()
  expect(after.field).toHaveValue('As before, and more')
  expect(screen.getByText(unsaved.restored)).toBeVisible()
  await after.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit.mock.lastCall?.[0]).toEqual({ notes: 'As before, and more', file: null })
  await after.user.click(screen.getByRole('button', { name: unsaved.startAgain }))
  expect(after.field).toHaveValue('As before')
  expect(screen.queryByText(unsaved.restored)).toBeNull()
  reload(after)
  expect(open().field).toHaveValue('As before')
})

test('what is closed, taken back or somebody else’s is not kept', async () => {
  const first = open()
  await first.user.type(first.field, '!')
  first.unmount()
  expect(open().field).toHaveValue('As before')
  const second = { user: userEvent.setup({ delay: null }), field: screen.getByLabelText('Notes') }
  await second.user.type(second.field, '!')
  await second.user.type(second.field, '{Backspace}')
  expect(Object.keys(sessionStorage)).toEqual([])
  await second.user.type(second.field, '!')
  formOwner.set('7')
  expect(Object.keys(sessionStorage)).toEqual(['lintel.forms'])
  await second.user.type(second.field, '!')
  formOwner.set('7')
  expect(Object.keys(sessionStorage)).toHaveLength(2)
})

test('a secret is never kept on the device', async () => {
  const secret = open({ isSecret: true })
  await secret.user.type(secret.field, 'Tr0ub4dor')
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(screen.getByRole('button', { name: common.cancel })).toBeVisible()
})

test('a file is not kept, but what was typed beside it, and that is said', async () => {
  const before = open()
  await before.user.type(before.field, ', and more')
  await before.user.click(screen.getByRole('button', { name: 'Add' }))
  expect(keptByTab()).not.toContain('pdf')
  reload(before)
  const after = open()
  expect(after.field).toHaveValue('As before, and more')
  expect(screen.getByText(new RegExp(unsaved.filesAgain))).toBeVisible()
  await after.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit.mock.lastCall?.[0]).toEqual({ notes: 'As before, and more', file: null })
})

test('what is open when the session ends waits for the same person', async () => {
  formOwner.set('7')
  const before = open()
  await before.user.type(before.field, '!')
  formOwner.isAway = true
  before.unmount()
  formOwner.set('7')
  const after = open()
  expect(after.field).toHaveValue('As before!')
  formOwner.isAway = true
  after.unmount()
  formOwner.set('8')
  expect(open().field).toHaveValue('As before')
})

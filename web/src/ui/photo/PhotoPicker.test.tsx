import { render, screen } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { photoTexts as texts } from '@/lib/photos'
import { setViewport } from '@/test/browser'
import { PhotoPicker } from './PhotoPicker'

// The field itself is not seen, and a finger presses the button.
const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' })

it('has one button where there is no camera at hand, which takes several', async () => {
  const chosen = vi.fn()
  render(<PhotoPicker control={{ 'aria-label': 'Photos' }} button={texts.add} onChoose={chosen} />)
  expect(screen.getByRole('button', { name: texts.add })).toBeVisible()
  expect(screen.queryByRole('button', { name: texts.take })).toBeNull()
  const files = [photo('a.jpg'), photo('b.jpg')]
  await user.upload(screen.getByLabelText('Photos'), files)
  expect(chosen.mock.calls).toEqual([[files]])
})

it('asks the camera or the library of a phone', async () => {
  setViewport({ width: 390 })
  const chosen = vi.fn()
  const { container } = render(<PhotoPicker control={{ 'aria-label': 'Photos' }} button={texts.add} onChoose={chosen} />)
  expect(screen.queryByRole('button', { name: texts.add })).toBeNull()
  const camera = container.querySelector<HTMLInputElement>('input[capture]')
  if (camera === null) throw new Error('There is no camera.')
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined)
  await user.click(screen.getByRole('button', { name: texts.take }))
  expect(opened.mock.contexts).toEqual([camera])
  await user.click(screen.getByRole('button', { name: texts.library }))
  expect(opened.mock.contexts).toEqual([camera, screen.getByLabelText('Photos')])
  opened.mockRestore()
  expect(camera).toHaveAttribute('capture', 'environment')
  expect(camera).not.toHaveAttribute('multiple')
  const taken = photo('c.jpg')
  await user.upload(camera, taken)
  expect(chosen.mock.calls).toEqual([[[taken]]])
})

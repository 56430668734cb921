import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { ApiError } from '@/api/errors'
import type { Property } from '@/api/properties'
import { common } from '@/lib/messages'
import { aProperty, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem, server } from '@/test/server'
import { details } from '../details/messages'
import { editForm } from '../edit/messages'
import { addForm } from '../form.messages'
import { photoTexts } from './messages'
import { failureOf, mostPhotos, moved, refusalOf } from './rules'

const user = aUser()
const picture = (name = 'front.jpg', type = 'image/jpeg') => new File(['x'], name, { type })
const photo = (name: string) => `/api/files/${name}`

/** The server takes photos and answers them in turn. */
function takes(reply: (count: number) => Response = (count) => HttpResponse.json({ url: photo(`new-${String(count)}`) }, { status: 201 })) {
  const asked: { count: number } = { count: 0 }
  server.use(http.post('*/api/upload', () => reply(++asked.count)))
  return asked
}

/** The property's dialog in edit mode. */
async function edit(property: Property) {
  answer('get', '/api/properties/42', () => HttpResponse.json(property))
  const app = renderApp('/portfolio/42', { user })
  await app.user.click(await screen.findByRole('button', { name: details.edit }))
  const group = within(await screen.findByRole('group', { name: photoTexts.legend }))
  const choose = (...files: File[]) => fireEvent.change(group.getByLabelText(photoTexts.legend), { target: { files } })
  const shown = () => group.queryAllByRole('img').map((image) => image.getAttribute('src')?.replace('?size=card', ''))
  const press = (name: string) => app.user.click(group.getByRole('button', { name }))
  return { ...app, group, choose, shown, press }
}

describe('the photos of a property', () => {
  it('are uploaded, shown with the first as the cover, and saved', async () => {
    takes()
    const app = await edit(aProperty({ photos: [photo('a')] }))
    app.choose(picture(), picture('back.png', 'image/png'))
    await waitFor(() => expect(app.shown()).toHaveLength(3))
    expect(await screen.findByText('Image uploaded')).toBeVisible()
    expect(app.shown()[0]).toBe(photo('a'))
    const [cover, ...others] = app.group.getAllByRole('listitem')
    expect(cover).toHaveTextContent(photoTexts.cover)
    for (const other of others) expect(other).not.toHaveTextContent(photoTexts.cover)
    const saved = answer('patch', '/api/properties/42', () => HttpResponse.json(aProperty({ photos: [photo('a')], version: 2 })))
    const photos = app.shown()
    await waitFor(() => expect(screen.getByRole('button', { name: editForm.save })).toBeEnabled())
    await app.user.click(screen.getByRole('button', { name: editForm.save }))
    await waitFor(() => expect(saved.bodies).toEqual([{ photos }]))
  })

  it('are put in order by the keyboard, which stays where it was', async () => {
    const app = await edit(aProperty({ photos: [photo('a'), photo('b'), photo('c')] }))
    await app.press(photoTexts.earlier(3))
    expect(app.shown()).toEqual([photo('a'), photo('c'), photo('b')])
    expect(app.group.getByRole('button', { name: photoTexts.earlier(2) })).toHaveFocus()
    expect(app.group.getByText(photoTexts.moved(3, 2))).toBeInTheDocument()
    await app.user.keyboard('{Enter}')
    expect(app.shown()).toEqual([photo('c'), photo('a'), photo('b')])
    await app.press(photoTexts.later(1))
    expect(app.shown()).toEqual([photo('a'), photo('c'), photo('b')])
  })

  it('are put in order by dragging', async () => {
    const app = await edit(aProperty({ photos: [photo('a'), photo('b'), photo('c')] }))
    const [first, , third] = app.group.getAllByRole('listitem')
    if (!first || !third) throw new Error('no photos')
    const dataTransfer = { effectAllowed: '', files: [] }
    fireEvent.dragStart(third, { dataTransfer })
    fireEvent.dragOver(first, { dataTransfer })
    fireEvent.drop(first, { dataTransfer })
    expect(app.shown()).toEqual([photo('c'), photo('a'), photo('b')])
  })

  it('are put in order by a finger at their grip', async () => {
    const app = await edit(aProperty({ photos: [photo('a'), photo('b'), photo('c')] }))
    const tile = (index: number) => app.group.getAllByRole('listitem')[index]
    const grip = tile(0)?.querySelector('span[aria-hidden]') ?? document.body
    Element.prototype.setPointerCapture = () => undefined
    document.elementFromPoint = () => tile(2) ?? null
    fireEvent.pointerMove(grip)
    fireEvent.pointerDown(grip, { pointerType: 'touch' })
    fireEvent.pointerMove(grip)
    expect(app.shown()).toEqual([photo('b'), photo('c'), photo('a')])
    // It is where the finger is: it stays.
    fireEvent.pointerMove(grip)
    fireEvent.pointerUp(grip)
    document.elementFromPoint = () => tile(0) ?? null
    fireEvent.pointerMove(grip)
    expect(app.shown()).toEqual([photo('b'), photo('c'), photo('a')])
  })

  it('are removed', async () => {
    const app = await edit(aProperty({ photos: [photo('a'), photo('b')] }))
    await app.press(photoTexts.remove(1))
    expect(app.shown()).toEqual([photo('b')])
    await app.press(photoTexts.remove(1))
    expect(app.shown()).toEqual([])
    expect(app.group.getByRole('button', { name: photoTexts.add })).toHaveFocus()
  })

  it('are taken from what is dropped and what is pasted', async () => {
    takes()
    const app = await edit(aProperty())
    const zone = app.group.getByText(photoTexts.drop).closest('div') ?? document.body
    fireEvent.dragOver(zone, { dataTransfer: { types: ['Files'], files: [] } })
    expect(app.group.getByText(photoTexts.dropNow)).toBeVisible()
    fireEvent.drop(zone, { dataTransfer: { files: [picture()] } })
    await waitFor(() => expect(app.shown()).toHaveLength(1))
    fireEvent.paste(document.body, { clipboardData: { files: [picture()] } })
    await waitFor(() => expect(app.shown()).toHaveLength(2))
    fireEvent.paste(document.body, { clipboardData: { files: [] } })
    expect(app.shown()).toHaveLength(2)
  })

  it('show how far they are, and can be stopped', async () => {
    server.use(http.post('*/api/upload', () => new Promise<Response>(() => undefined)))
    const app = await edit(aProperty())
    app.choose(picture('front.jpg'))
    expect(await app.group.findByRole('progressbar', { name: /^front\.jpg: \d+ %$/ })).toBeVisible()
    await app.press(photoTexts.stop('front.jpg'))
    await waitFor(() => expect(app.group.queryByRole('progressbar')).toBeNull())
    expect(app.shown()).toEqual([])
  })

  it.each([
    [picture('rent.pdf', 'application/pdf'), 'Invalid file type', 'Please upload an image file.'],
    [Object.defineProperty(picture(), 'size', { value: 10 * 1024 * 1024 + 1 }), 'File too large', 'Please upload an image smaller than 10MB.'],
  ])('are refused before they are sent where nothing can come of it', async (file, title, text) => {
    const asked = takes()
    const app = await edit(aProperty())
    app.choose(file)
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
    expect(asked.count).toBe(0)
  })

  it.each([
    [problem(422, { title: 'Invalid file type', detail: 'Please upload an image file.' }), 'Invalid file type', 'Please upload an image file.'],
    [problem(413, { title: 'File too large' }), 'File too large', 'Please upload an image smaller than 10MB.'],
    [problem(500), 'Upload failed', 'Failed to upload image. Please try again.'],
    [HttpResponse.error(), 'Upload failed', 'Failed to upload image. Please try again.'],
  ])('say why the server did not take them', async (reply, title, text) => {
    takes(() => reply)
    const app = await edit(aProperty({ photos: [photo('a')] }))
    app.choose(picture())
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
    expect(app.shown()).toEqual([photo('a')])
  })

  it('are at most twenty', async () => {
    const asked = takes()
    const app = await edit(aProperty({ photos: Array.from({ length: mostPhotos }, (_, index) => photo(String(index))) }))
    app.choose(picture())
    expect(await screen.findByText(photoTexts.tooMany)).toBeVisible()
    expect(asked.count).toBe(0)
  })

  it('go along with a new property', async () => {
    takes()
    renderApp('/portfolio?add=property', { user })
    const group = within(await screen.findByRole('group', { name: photoTexts.legend }))
    fireEvent.change(group.getByLabelText(photoTexts.legend), { target: { files: [picture()] } })
    expect(await group.findByRole('img', { name: photoTexts.of(1, 1) })).toBeVisible()
    expect(screen.getByRole('dialog', { name: addForm.title })).toBeVisible()
  })
})

describe('the gallery', () => {
  it('opens a photo large and turns to the others', async () => {
    answer('get', '/api/properties/42', () => HttpResponse.json(aProperty({ photos: [photo('a'), photo('b')] })))
    const app = renderApp('/portfolio/42', { user })
    await app.user.click(await screen.findByRole('button', { name: photoTexts.show(1) }))
    const large = within(await screen.findByRole('dialog', { name: photoTexts.of(1, 2) }))
    expect(large.getByRole('button', { name: photoTexts.previous })).toBeDisabled()
    await app.user.keyboard('{ArrowRight}')
    expect(large.getByRole('img', { name: photoTexts.of(2, 2) })).toHaveAttribute('src', photo('b'))
    expect(large.getByRole('button', { name: photoTexts.next })).toBeDisabled()
    await app.user.click(large.getByRole('button', { name: photoTexts.previous }))
    expect(large.getByRole('img', { name: photoTexts.of(1, 2) })).toHaveAttribute('src', photo('a'))
    await app.user.click(large.getByRole('button', { name: common.close }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: photoTexts.of(1, 2) })).toBeNull())
  })

  it('shows the cover once: beside the name, on a phone among the others', async () => {
    answer('get', '/api/properties/42', () => HttpResponse.json(aProperty({ photos: [photo('a'), photo('b')] })))
    renderApp('/portfolio/42', { user })
    const dialog = await screen.findByRole('dialog', { name: /Linden Avenue/ })
    const sources = () => [...dialog.querySelectorAll('img')].map((image) => image.getAttribute('src'))
    expect(await within(dialog).findByRole('list', { name: photoTexts.legend })).toBeVisible()
    expect(sources()).toEqual([`${photo('a')}?size=thumb`, `${photo('b')}?size=thumb`])
  })

  it('stands in with the drawing for a photo that does not come', async () => {
    answer('get', '/api/properties/42', () => HttpResponse.json(aProperty({ photos: [photo('gone')] })))
    renderApp('/portfolio/42', { user })
    const dialog = await screen.findByRole('dialog', { name: /Linden Avenue/ })
    const cover = dialog.querySelector('img')
    expect(cover).toHaveAttribute('src', `${photo('gone')}?size=thumb`)
    fireEvent.error(cover ?? dialog)
    await waitFor(() => expect(cover).not.toBeInTheDocument())
  })
})

it('knows its rules', () => {
  expect(refusalOf({ type: 'image/png', size: 10 * 1024 * 1024 })).toBeNull()
  expect(failureOf(new ApiError(422, '', ''))).toEqual({ title: photoTexts.failed, text: photoTexts.failedText })
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a'], 4, 0)).toEqual(['a'])
})

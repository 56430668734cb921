import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { aUser } from '@/test/factories'
import { aSavedSearch } from '@/test/listingFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { saved as texts, search } from './messages'

const user = aUser()
const path = '/api/saved-searches'

it('keeps a search under a name', async () => {
  const sent = answer('post', path, (count) => (count === 1 ? problem(409, { reason: 'TOO_MANY_SEARCHES', detail: 'You keep 20 searches already.' }) : HttpResponse.json(aSavedSearch(), { status: 201 })))
  const app = renderApp('/property-search?location=LS9&propertyType=House&maxPrice=200000&sortBy=yield', { user })
  await app.user.click(await screen.findByRole('link', { name: search.save }))
  const dialog = within(await screen.findByRole('dialog', { name: texts.title }))
  expect(dialog.getByText(`LS9, House, ${texts.to('£200,000')}`)).toBeVisible()
  await app.user.click(dialog.getByRole('button', { name: texts.submit }))
  expect(await dialog.findByText(texts.nameRequired)).toBeVisible()
  await app.user.type(dialog.getByLabelText(texts.name), ' Terraces in Leeds ')
  await app.user.click(dialog.getByRole('button', { name: texts.submit }))
  expect(await screen.findByText('You keep 20 searches already.')).toBeVisible()
  await app.user.click(dialog.getByRole('button', { name: texts.submit }))
  expect(await screen.findByText(texts.saved)).toBeVisible()
  expect(sent.bodies.at(-1)).toEqual({ name: 'Terraces in Leeds', location: 'LS9', propertyType: 'House', minPrice: null, maxPrice: '200000' })
  expect(app.address()).toBe('/property-search?location=LS9&propertyType=House&maxPrice=200000&sortBy=yield')
})

it('keeps no search that finds everything', async () => {
  renderApp('/property-search?saved=new', { user })
  const dialog = within(await screen.findByRole('dialog', { name: texts.title }))
  expect(dialog.getByRole('button', { name: texts.submit })).toBeDisabled()
  expect(dialog.getByText(texts.nothingSet)).toBeVisible()
})

it('runs one of them in place of what is searched for', async () => {
  answer('get', path, () => HttpResponse.json([aSavedSearch()]))
  const app = renderApp('/property-search?location=Hull&minPrice=5&list=watchlist&sortBy=yield', { user })
  await app.user.click(await screen.findByRole('link', { name: search.saved }))
  const dialog = within(await screen.findByRole('dialog', { name: texts.listTitle }))
  await app.user.click(await dialog.findByRole('link', { name: 'Terraces in Leeds' }))
  expect(app.address()).toBe('/property-search?location=LS9&sortBy=yield&propertyType=House&maxPrice=200000')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('searchbox', { name: search.location })).toHaveValue('LS9')
})

it('deletes one once that was asked', async () => {
  answer('get', path, () => HttpResponse.json([aSavedSearch()]))
  const deleted = answer('delete', `${path}/3`, () => new HttpResponse(null, { status: 204 }))
  const app = renderApp('/property-search?saved=list', { user })
  await app.user.click(await screen.findByRole('button', { name: texts.delete('Terraces in Leeds') }))
  const question = within(await screen.findByRole('alertdialog', { name: texts.deleteTitle('Terraces in Leeds') }))
  answer('get', path, () => HttpResponse.json([]))
  await app.user.click(question.getByRole('button', { name: texts.confirm }))
  expect(await screen.findByText(texts.deleted)).toBeVisible()
  expect(await screen.findByText(texts.none)).toBeVisible()
  expect(deleted.headers).toHaveLength(1)
})

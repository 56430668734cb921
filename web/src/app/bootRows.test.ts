import { afterEach, beforeEach, expect, test } from 'vitest'
import { setViewport } from '@/test/browser'
import { aProperty } from '@/test/factories'
import page from '../../index.html?raw'
import { showBootRows } from './bootRows'

beforeEach(() => {
  setViewport({ width: 360 })
  const root = new DOMParser().parseFromString(page, 'text/html').getElementById('root')
  if (root) document.body.append(root)
})
afterEach(() => document.getElementById('root')?.remove())

const many = [1, 2, 3, 4].map((id) => aProperty({ id, name: `House ${id}`, photos: id === 1 ? ['/api/files/a', '/api/files/b'] : [] }))
const rows = () => [...document.querySelectorAll('.boot-rows > *')]

test('a phone shows its first properties before the application is there, and the page still gets the list', async () => {
  const reply = Response.json(many)
  await showBootRows(Promise.resolve(reply))
  expect(rows().map((row) => row.querySelector('b')?.textContent)).toEqual(['House 1', 'House 2', 'House 3'])
  expect(rows()[0]).toHaveTextContent('88 Linden Avenue, Manchester M21 9QJ')
  expect(rows().map((row) => row.querySelector('img')?.getAttribute('src'))).toEqual(['/api/files/a?size=thumb', null, null])
  expect(await reply.json()).toHaveLength(4)
})

test('what a person typed is text', async () => {
  await showBootRows(Promise.resolve(Response.json([aProperty({ name: '<img src=x onerror=alert(1)>' })])))
  expect(rows()[0]?.querySelector('b')).toHaveTextContent('<img src=x onerror=alert(1)>')
  expect(rows()[0]?.querySelector('[onerror]')).toBeNull()
})

test.each([
  ['an empty portfolio', () => Promise.resolve(Response.json([]))],
  ['a refusal', () => Promise.resolve(Response.json({ title: 'No.' }, { status: 403 }))],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s leaves the frame as it is', async (_, reply) => {
  await showBootRows(reply()).catch(() => undefined)
  expect(rows()).toEqual([])
})

test('nothing is shown where cards will be, or once the application stands there', async () => {
  setViewport({ width: 1440 })
  await showBootRows(Promise.resolve(Response.json(many)))
  expect(rows()).toEqual([])
  setViewport({ width: 360 })
  document.querySelector('.boot')?.remove()
  await showBootRows(Promise.resolve(Response.json(many)))
  expect(document.querySelector('.boot-rows')).toBeNull()
})

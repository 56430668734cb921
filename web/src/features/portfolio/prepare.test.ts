import { QueryClient } from '@tanstack/react-query'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { analyticsQuery, propertyPagesQuery } from '@/api/properties'
import { setViewport } from '@/test/browser'
import { aProperty, someAnalytics } from '@/test/factories'
import { answer, problem } from '@/test/server'
import { keepView } from './listView'
import { prepare } from './prepare'

const photo = (id: number) => `/api/files/${id}`
const cache = () => new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
let fetched: string[]

beforeEach(() => {
  fetched = []
  vi.stubGlobal(
    'Image',
    class {
      set src(url: string) {
        fetched.push(url)
      }
    },
  )
  answer('get', '/api/dashboard/analytics', () => HttpResponse.json(someAnalytics()))
  return () => vi.unstubAllGlobals()
})

const houses = (count: number) => Array.from({ length: count }, (_, index) => aProperty({ id: index + 1, photos: [photo(index + 1), photo(100 + index)] }))

test('the figures and the list of the address are there before rendering', async () => {
  const asked = answer('get', '/api/properties', () => HttpResponse.json(houses(2)))
  const filled = cache()
  await prepare(filled, new URLSearchParams('search=Linden&csv=new'))
  expect(filled.getQueryData(analyticsQuery().queryKey)).toEqual(someAnalytics())
  expect(filled.getQueryData(propertyPagesQuery({ search: 'Linden' }).queryKey)?.pages[0]?.rows).toHaveLength(2)
  expect(asked.headers).toHaveLength(1)
})

test.each([
  ['thumb', 390, 'grid', 3],
  ['thumb', 1440, 'list', 6],
  ['card', 1440, 'grid', 6],
] as const)('the covers in the window are fetched as %s at %i px in the %s', async (size, width, view, count) => {
  setViewport({ width })
  keepView(view)
  answer('get', '/api/properties', () => HttpResponse.json([aProperty({ id: 99, photos: [] }), ...houses(20)]))
  await prepare(cache(), new URLSearchParams())
  expect(fetched).toEqual(Array.from({ length: count - 1 }, (_, index) => `${photo(index + 1)}?size=${size}`))
})

test('a list that fails is for the page to ask for again', async () => {
  answer('get', '/api/properties', () => problem(500))
  const empty = cache()
  await expect(prepare(empty, new URLSearchParams())).rejects.toThrow()
  expect(empty.getQueryData(propertyPagesQuery({}).queryKey)).toBeUndefined()
  expect(fetched).toEqual([])
})

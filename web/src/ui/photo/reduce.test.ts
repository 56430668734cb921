import { beforeEach, expect, test, vi } from 'vitest'
import { isPicture, readyPhotos } from './reduce'

const sizeOf = vi.fn<(file: Blob) => Promise<{ width: number; height: number }>>()
const resized = vi.fn<(file: Blob, width: number, height: number) => Promise<Blob | null>>()
const ready = (files: readonly File[]) => readyPhotos(files, { sizeOf, resized })

beforeEach(() => {
  sizeOf.mockReset().mockImplementation((file) => ((file as File).name.startsWith('unreadable') ? Promise.reject(new Error('No picture.')) : Promise.resolve({ width: 1200, height: 900 })))
  resized.mockReset().mockResolvedValue(new Blob(['small'], { type: 'image/jpeg' }))
})

const aFile = (name: string, type: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type, lastModified: 5 })
const sent = async (file: File) => (await ready([file])).photos[0]
const megabytes = 1024 * 1024

test('a photo of 48 megapixels is sent as a JPEG of at most 2,560 pixels', async () => {
  sizeOf.mockResolvedValueOnce({ width: 8064, height: 6048 })
  const photo = await sent(aFile('IMG_1.jpeg', 'image/jpeg', 11 * megabytes))
  expect(resized).toHaveBeenLastCalledWith(expect.anything(), 2560, 1920)
  expect(photo).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg', lastModified: 5 })
})

test('a small photo and a moving picture are sent as they are', async () => {
  for (const file of [aFile('a.jpg', 'image/jpeg'), aFile('a.png', 'image/png')]) expect(await sent(file)).toBe(file)
  sizeOf.mockResolvedValueOnce({ width: 4000, height: 10 })
  const moving = aFile('a.gif', 'image/gif')
  expect(await sent(moving)).toBe(moving)
})

test('an unsupported kind becomes a JPEG, and no picture becomes larger', async () => {
  expect(await sent(aFile('a.webp', 'image/webp'))).toMatchObject({ name: 'a.jpg', type: 'image/jpeg' })
  resized.mockResolvedValueOnce(new Blob([new Uint8Array(4 * megabytes)], { type: 'image/jpeg' }))
  const fine = aFile('a.jpg', 'image/jpeg', 3 * megabytes)
  expect(await sent(fine)).toBe(fine)
})

test('an empty or unreadable file is refused by name, the others are sent', async () => {
  resized.mockResolvedValueOnce(null)
  const chosen = await ready([aFile('a.webp', 'image/webp'), aFile('none.jpg', 'image/jpeg', 0), aFile('unreadable.heic', ''), aFile('b.png', 'image/png'), aFile('unreadable.dng', '')])
  expect(chosen.photos.map(({ name }) => name)).toEqual(['b.png'])
  expect(chosen.refused).toEqual([
    { name: 'a.webp', reason: 'unreadable' },
    { name: 'none.jpg', reason: 'empty' },
    { name: 'unreadable.heic', reason: 'heic' },
    { name: 'unreadable.dng', reason: 'unreadable' },
  ])
})

test.each([
  ['IMG_1.HEIC', '', true],
  ['a.jpg', 'image/jpeg', true],
  ['letter.pdf', 'application/pdf', false],
  ['letter.docx', '', false],
])('%s of type “%s” is taken for a picture: %s', (name, type, is) => expect(isPicture({ name, type })).toBe(is))

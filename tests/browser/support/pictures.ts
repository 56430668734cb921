const square = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAMklEQVR4nG3CMREAIAADsYpABCIQwdyZ6RUgAtEY+FyS4kfRmUVnFZ1ddE7RuUXnFf0BYuFCgTmuP58AAAAASUVORK5CYII=',
  'base64',
)

/** A picture of eight by eight pixels, as a file that is chosen. */
export const png = (name: string) => ({ name, mimeType: 'image/png', buffer: square })

/** Chooses a photo of 8064 × 6048 pixels and 11 MB, as a phone takes it: on its side, with the word that it is to be turned. Its left half, which is the top, is red. */
export async function chooseHugePhoto(input: SVGElement | HTMLElement): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = 8064
  canvas.height = 6048
  const context = canvas.getContext('2d')
  if (context === null || !(input instanceof HTMLInputElement)) throw new Error('The page cannot draw')
  context.fillStyle = 'blue'
  context.fillRect(0, 0, 8064, 6048)
  context.fillStyle = 'red'
  context.fillRect(0, 0, 4032, 6048)
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
  if (jpeg === null) throw new Error('The page cannot draw')
  const turned = [0xff, 0xe1, 0, 34, 69, 120, 105, 102, 0, 0, 77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  const file = new File([jpeg.slice(0, 2), new Uint8Array(turned), jpeg.slice(2), new Uint8Array(11 * 1024 * 1024 - jpeg.size)], 'IMG_4472.jpg', { type: 'image/jpeg' })
  const chosen = new DataTransfer()
  chosen.items.add(file)
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

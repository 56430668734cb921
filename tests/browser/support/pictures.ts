const square = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAMklEQVR4nG3CMREAIAADsYpABCIQwdyZ6RUgAtEY+FyS4kfRmUVnFZ1ddE7RuUXnFf0BYuFCgTmuP58AAAAASUVORK5CYII=',
  'base64',
)

/** A picture of eight by eight pixels, as a file that is chosen. */
export const png = (name: string) => ({ name, mimeType: 'image/png', buffer: square })

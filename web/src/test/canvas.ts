import { vi } from 'vitest'

/** The picture that every canvas gives: jsdom cannot draw. */
export const drawnPicture = 'data:image/png;base64,iVBORw0KGgo='

/** A canvas that takes whatever is drawn; gives the sizes of those that were exported. */
export function installCanvas(): { exported: { width: number; height: number }[] } {
  const exported: { width: number; height: number }[] = []
  const context = new Proxy(
    {},
    {
      get: (_, name) => (name === 'measureText' ? () => ({ width: 200 }) : () => undefined),
      set: () => true,
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function picture(this: HTMLCanvasElement) {
    exported.push({ width: this.width, height: this.height })
    return drawnPicture
  })
  return { exported }
}

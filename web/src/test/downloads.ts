import { HttpResponse } from 'msw'
import { vi } from 'vitest'

/** Returns the names of the files that the browser is told to save. */
export function watchSaving(): string[] {
  const saved: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  return saved
}

/** A file as the server answers it. */
export const zip = (headers: Record<string, string>) => () => new HttpResponse('zip', { headers: { 'content-type': 'application/zip', ...headers } })

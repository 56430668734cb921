import { Unreached } from '@/lib/unreached'
import { ApiError } from './errors'
import { renewToken } from './renewal'
import { tokenStore } from './token'

/** The files that an upload takes: pictures, or pictures and PDF. */
export type UploadKind = 'image' | 'document'

/** Receives the progress of a file, from 0 to 1. */
export type OnProgress = (share: number) => void

/** Sends a picture or a document and gives its address. */
export async function upload(file: File, kind: UploadKind, onProgress: OnProgress, signal: AbortSignal): Promise<string> {
  const path = kind === 'document' ? '/api/upload?kind=document' : '/api/upload'
  return ((await sendFile(path, file, onProgress, signal)) as { url: string }).url
}

/**
 * Sends a file as a form, with `fields` beside it, and gives the reply. `fetch` cannot say how far it is, so this is the older way of asking. Throws what
 * every call throws, and `AbortError` when `signal` ends it.
 */
export async function sendFile(path: string, file: File, onProgress: OnProgress, signal: AbortSignal, headers: Record<string, string> = {}, fields: Record<string, string> = {}): Promise<unknown> {
  // A file is not worth sending twice because a token ran out on the way.
  if (tokenStore.expiresWithin(60_000)) await renewToken()
  const body = new FormData()
  // Before the file: the server knows what it is when the file begins.
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', file)
  const text = await new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () => {
      if (request.status < 300) resolve(request.responseText)
      else reject(new ApiError(request.status, request.responseText, request.statusText))
    })
    request.addEventListener('error', () => reject(new Unreached('The server did not answer.')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', path)
    const token = tokenStore.get()
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(body)
  })
  return JSON.parse(text) as unknown
}

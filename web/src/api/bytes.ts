import { saveFile } from '@/lib/save'
import { ApiError } from './errors'
import { send } from './transport'

/** The bytes at an address of the API, which come with the bearer header alone. */
export async function readBytes(url: string, signal?: AbortSignal): Promise<Blob> {
  const response = await send(new Request(new URL(url, location.origin), { credentials: 'include', signal: signal ?? null }))
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
  return response.blob()
}

/** Has the browser save a reply under the server's name for it, or else `name`. */
export function saveReply({ data, response }: { data?: Blob | undefined; response: Response }, name: string): void {
  const given = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  if (data !== undefined) saveFile(data, given ?? name)
}

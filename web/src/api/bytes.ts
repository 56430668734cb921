import { ApiError } from './errors'
import { send } from './transport'

/** The bytes at an address of the API, which come with the bearer header alone. */
export async function readBytes(url: string, signal?: AbortSignal): Promise<Blob> {
  const response = await send(new Request(new URL(url, location.origin), { credentials: 'include', signal: signal ?? null }))
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
  return response.blob()
}

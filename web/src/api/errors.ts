/** The server's description of a refusal (RFC 9457). */
export interface Problem {
  title?: string
  detail?: string
  reason?: string
  traceId?: string
  errors?: Record<string, string[]>
}

/** A reply that was no success. The message is exactly `status: body-or-statusText`. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.problem = readProblem(body)
  }
}

function readProblem(body: string): Problem {
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'object' && json !== null ? json : {}
  } catch {
    return {}
  }
}

/** The only translation of a failure into words: what the server said, else `fallback`. */
export function userMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.problem.detail) || fallback
}

/**
 * The words for a call whose failure the specification words itself: always `text`, but where the server says what to do
 * instead of trying again: another value (422), or later (429).
 */
export function specifiedMessage(error: unknown, text: string): string {
  const isAdvice = error instanceof ApiError && (error.status === 422 || error.status === 429)
  return isAdvice ? userMessage(error, text) : text
}

/** Returns the server's title and text of a failure, else `fallback`. */
export function titledMessage(error: unknown, fallback: string): { title?: string | undefined; text: string } {
  const title = error instanceof ApiError ? error.problem.title : undefined
  return { ...(title && { title }), text: userMessage(error, fallback) }
}

/** Returns the server's mistakes of single fields, the first text of each. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const entries = Object.entries(error.problem.errors ?? {})
  return Object.fromEntries(entries.flatMap(([field, texts]) => (texts[0] ? [[field, texts[0]]] : [])))
}

/** Returns whether the server answered with this status. */
export function isRefused(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

/** Returns whether the server refused for a reason of its own list. */
export function isRefusal(error: unknown, reason: string): boolean {
  return error instanceof ApiError && error.problem.reason === reason
}

/** Returns why a private link leads nowhere, as the server says it or because there is no token; `undefined` for a link that works. */
export function endOfLink(error: unknown, isMissing = false): 'invalid' | 'expired' | 'closed' | undefined {
  if (isMissing || isRefusal(error, 'LINK_INVALID')) return 'invalid'
  if (isRefusal(error, 'LINK_EXPIRED')) return 'expired'
  return isRefusal(error, 'LINK_CLOSED') ? 'closed' : undefined
}

/** `500: Internal Server Error`, for people who have to tell somebody what went wrong. */
export function shortCause(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The server did not answer.'
  const said = error.problem.detail ?? error.problem.title ?? error.message.replace(/^\d+: /, '')
  return `${error.status}: ${said}`
}

/** An address's query with some of its parts changed; empty ones leave it. Everything else in it stays. */
export function withList(query: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') changed.delete(name)
    else changed.set(name, value)
  }
  return changed
}

/** An id out of an address; `undefined` for what is none. */
export function idOf(text: string | null | undefined): number | undefined {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

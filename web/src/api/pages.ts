/** A page of a list, how many rows all pages have together, and what fetches the next one. */
export interface Page<Row> {
  rows: Row[]
  /** Rows that match, over all pages; the first page says it. */
  total: number | undefined
  /** The next page's token; `null` on the last. */
  next: string | null
}

/** Reads what the headers of a page say: `Link: <…?pageToken=…>; rel="next"` and `Lintel-Total-Count`. */
export function pageOf<Row>(rows: Row[], headers: Headers): Page<Row> {
  const total = headers.get('lintel-total-count')
  const address = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
  const next = address === undefined ? null : new URL(address, location.origin).searchParams.get('pageToken')
  return { rows, total: total === null ? undefined : Number(total), next }
}

/** A call that got no answer: there is no connection, or nobody at its end. Whether it arrived is not known. */
export class Unreached extends TypeError {
  override name = 'Unreached'
}

/** The failure of a call as others throw it; its own end by whoever asked stays what it is. */
export function asUnreached(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error
  return new Unreached('The server did not answer.', { cause: error })
}

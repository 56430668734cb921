/** A call that got no answer: there is no connection, or nobody at its end. Whether it arrived is not known. */
export class Unreached extends TypeError {}

/** Throws the failure of a call as others know it; its own end by whoever asked stays what it is. */
export function rethrow(cause: unknown): never {
  throw cause instanceof DOMException ? cause : new Unreached('The server did not answer.', { cause })
}

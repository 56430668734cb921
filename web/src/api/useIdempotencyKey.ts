import { useRef } from 'react'
import { uuid } from '@/lib/trace'

/**
 * The `idempotency-key` of a form's submission: the same body gets the same key again, so that a repeat after a lost answer
 * does nothing twice; another body gets another.
 */
export function useIdempotencyKey(): (body: unknown) => Record<'Idempotency-Key', string> {
  const last = useRef<{ body: string; key: string }>(undefined)
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current?.body !== text) last.current = { body: text, key: uuid() }
    return { 'Idempotency-Key': last.current.key }
  }
}

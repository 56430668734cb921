import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Unreached } from '@/lib/unreached'
import { useOnline } from './useOnline'

/** The pause between tries while the device has a connection and nobody answers, in milliseconds. */
const pause = 15_000

/** The sending of a form that waits in sight where there is no connection. */
export interface SendLater<Values extends FieldValues> {
  isOnline: boolean
  isSending: boolean
  /** True while it is still to be sent; until then it can be taken back, and changing it takes it back. */
  isWaiting: boolean
  /** Sends it, or lets it wait. */
  start: (values: Values) => void
  takeBack: () => void
}

interface Waiting<Values> {
  values: Values
  /** The form's content when it was sent. */
  shown: string
}

/**
 * Sends a form. Where no answer comes it waits as it was, and is sent again once there is a connection, or when it is submitted again: for
 * as long as the form is open, and no longer. `send` must be safe to repeat. `refuse` is told of every other failure.
 */
export function useSendLater<Values extends FieldValues>(form: UseFormReturn<Values>, send: (values: Values) => Promise<void>, refuse: (error: unknown) => void): SendLater<Values> {
  const isOnline = useOnline()
  const [isSending, setSending] = useState(false)
  const [waiting, setWaiting] = useState<Waiting<Values>>()
  const latest = useRef<(values: Values) => Promise<void>>(undefined)
  const running = useRef(false)

  const attempt = async (values: Values) => {
    // A connection may come back while it is on its way.
    if (running.current) return
    running.current = true
    setSending(true)
    try {
      await send(values)
      setWaiting(undefined)
    } catch (error) {
      if (error instanceof Unreached) setWaiting({ values, shown: textOf(form.getValues()) })
      else {
        setWaiting(undefined)
        refuse(error)
      }
    } finally {
      running.current = false
      setSending(false)
    }
  }
  useEffect(() => {
    latest.current = attempt
  })

  const { subscribe, getValues } = form
  useEffect(() => {
    if (waiting === undefined) return undefined
    const again = () => void latest.current?.(waiting.values)
    const timer = setInterval(() => (navigator.onLine ? again() : undefined), pause)
    addEventListener('online', again)
    const stop = subscribe({ formState: { values: true }, callback: () => (textOf(getValues()) === waiting.shown ? undefined : setWaiting(undefined)) })
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
      stop()
    }
  }, [waiting, subscribe, getValues])

  return { isOnline, isSending, isWaiting: waiting !== undefined, start: (values) => void attempt(values), takeBack: () => setWaiting(undefined) }
}

/** The values as a text to compare; a file is told by its name and time. */
const textOf = (values: unknown): string =>
  JSON.stringify(values, (_, value: unknown) => (value instanceof File ? `${value.name} ${String(value.size)} ${String(value.lastModified)}` : value))

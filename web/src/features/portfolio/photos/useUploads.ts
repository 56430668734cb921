import { useEffect, useRef, useState } from 'react'
import { upload } from '@/api/upload'
import { toasts } from '@/ui/toast/toasts'
import { photoTexts } from './messages'
import { failureOf, mostPhotos, refusalOf } from './rules'

/** A photo on its way. */
export interface Upload {
  id: number
  name: string
  /** The progress, from 0 to 1. */
  share: number
}

let lastId = 0

/** Sends photos side by side, says how far each is, and hands over the address of each that arrived. */
export function useUploads(taken: number, onArrived: (url: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const running = useRef(new Map<number, AbortController>())

  useEffect(() => {
    const all = running.current
    return () => {
      for (const controller of all.values()) controller.abort()
    }
  }, [])

  const forget = (id: number) => {
    running.current.delete(id)
    setUploads((before) => before.filter((each) => each.id !== id))
  }

  const send = async (file: File) => {
    const id = ++lastId
    const controller = new AbortController()
    running.current.set(id, controller)
    setUploads((before) => [...before, { id, name: file.name, share: 0 }])
    const progress = (share: number) => setUploads((before) => before.map((each) => (each.id === id ? { ...each, share } : each)))
    try {
      onArrived(await upload(file, 'image', progress, controller.signal))
      toasts.success(photoTexts.success)
    } catch (error) {
      if (controller.signal.aborted) return
      const { title, text } = failureOf(error)
      toasts.failure(title, text)
    } finally {
      forget(id)
    }
  }

  const start = (files: readonly File[]) => {
    const room = mostPhotos - taken - uploads.length
    if (files.length > room) toasts.failure(photoTexts.tooMany, photoTexts.tooManyText(mostPhotos))
    for (const file of files.slice(0, Math.max(0, room))) {
      const refusal = refusalOf(file)
      if (refusal === null) void send(file)
      else toasts.failure(refusal.title, refusal.text)
    }
  }
  const stop = (id: number) => {
    running.current.get(id)?.abort()
    forget(id)
  }
  return { uploads, start, stop }
}

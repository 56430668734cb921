import { useEffect, useRef, useState } from 'react'

/** Sends a file and gives what became of it, saying how far it is from 0 to 1. */
export type SendFile<Reply = string> = (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<Reply>

/** One upload at a time: how far it is, what stops it, and its end when what shows it goes. */
export function useUpload<Reply>(send: SendFile<Reply>) {
  const [share, setShare] = useState<number | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (file: File): Promise<Reply> => {
    running.current = new AbortController()
    setShare(0)
    try {
      return await send(file, setShare, running.current.signal)
    } finally {
      setShare(null)
    }
  }
  return { share, start, stop: () => running.current?.abort() }
}

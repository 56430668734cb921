import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { keepPush } from '@/api/push'
import { push as texts } from '@/lib/messages'
import { paths, safeNext } from '@/lib/paths'
import { toasts } from '@/ui/toast/toasts'

/** A message of the service worker to a tab. */
interface WorkerMessage {
  /** The address that a pressed notification leads to. */
  open?: string
  /** True if the browser has a new subscription. */
  renewed?: boolean
}

/** Keeps this browser's push messages going, and follows those that are pressed. */
export function PushListener() {
  const navigate = useNavigate()
  useEffect(() => {
    const ask = () => toasts.success(texts.ended, texts.endedText, { name: texts.openSettings, onUndo: () => void navigate(paths.settingsNotifications) })
    const keep = () =>
      void keepPush()
        .then((isEnded) => isEnded && ask())
        .catch((error: unknown) => console.error('The push messages of this browser could not be kept.', error))
    const hear = ({ data, ports }: MessageEvent<WorkerMessage | null>) => {
      if (data?.renewed === true) keep()
      if (data?.open === undefined) return
      ports[0]?.postMessage(true)
      void navigate(safeNext(data.open))
    }
    const worker = navigator.serviceWorker
    keep()
    worker.addEventListener('message', hear)
    return () => worker.removeEventListener('message', hear)
  }, [navigate])
  return null
}

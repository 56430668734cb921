const key = 'lintel-push'

/** Whose news this browser shows, and where it gets them from. */
export interface PushMark {
  subject: string
  endpoint: string
}

/** What this browser remembers of its push messages; without it there are none, and nothing is asked of the browser. */
export const pushMark = {
  get: (): PushMark | null => {
    const text = localStorage.getItem(key)
    if (text === null) return null
    const [subject = '', endpoint = ''] = text.split('\n')
    return { subject, endpoint }
  },
  set: (mark: PushMark | null): void => {
    if (mark === null) localStorage.removeItem(key)
    else localStorage.setItem(key, `${mark.subject}\n${mark.endpoint}`)
  },
}

const key = 'lintel-push'

/** The account whose news this browser shows, the address it gets them from, and the server's name for it. */
export interface PushMark {
  subject: string
  endpoint: string
  /** The server's number of it; empty where an earlier version of this page made the mark. */
  id: string
  /** The session that asked for it. */
  session: string
}

/** Stores what this browser remembers of its push messages; without it there are none, and nothing is asked of the browser. */
export const pushMark = {
  get: (): PushMark | null => {
    const text = localStorage.getItem(key)
    if (text === null) return null
    const [subject = '', endpoint = '', id = '', session = ''] = text.split('\n')
    return { subject, endpoint, id, session }
  },
  set: (mark: PushMark | null): void => {
    if (mark === null) localStorage.removeItem(key)
    else localStorage.setItem(key, [mark.subject, mark.endpoint, mark.id, mark.session].join('\n'))
  },
}

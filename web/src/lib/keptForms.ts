/** What was typed into forms and not sent, kept in this tab: a reload, or Back out of the site, which a phone does not ask about, loses none of it. */
const prefix = 'lintel.form '
const ownerKey = 'lintel.forms'

/** Whether the session has ended under the forms that are open: they are put away, not given up. Whoever types then begins anew. */
let isHeld = false

/** What was kept of a form. */
export interface Kept {
  values: Record<string, unknown>
  /** Whether it held files as well, which have to be chosen again. */
  isWithoutFiles: boolean
}

function kept(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
}

export const keptForms = {
  /** What was typed into the form of this name; nothing where nothing is kept. */
  get: (name: string): Kept | undefined => {
    try {
      return (JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null') as Kept | null) ?? undefined
    } catch {
      return undefined
    }
  },

  /** Keeps what is typed, all but files. */
  keep: (name: string, values: Record<string, unknown>): void => {
    isHeld = false
    const all = Object.entries(values)
    const plain = all.filter(([, value]) => !holdsFile(value))
    try {
      sessionStorage.setItem(prefix + name, JSON.stringify({ values: Object.fromEntries(plain), isWithoutFiles: plain.length < all.length } satisfies Kept))
    } catch {
      // No room: the form still asks before it is left.
    }
  },

  drop: (name: string): void => sessionStorage.removeItem(prefix + name),

  /** The form of this name is closed: what is in it goes, unless the session has ended under it. */
  leave: (name: string): void => {
    if (!isHeld) keptForms.drop(name)
  },

  /** The session has ended: what is open now waits for the same person. */
  hold: (): void => {
    isHeld = true
  },

  /** Whose forms they are from now on: those of somebody else, who used this tab before, go. */
  ownedBy: (subject: string): void => {
    isHeld = false
    if (sessionStorage.getItem(ownerKey) !== subject) keptForms.clear()
    sessionStorage.setItem(ownerKey, subject)
  },

  clear: (): void => {
    for (const key of kept()) sessionStorage.removeItem(key)
  },
}

/** Whether a value holds a file, which cannot be kept. */
export function holdsFile(value: unknown): boolean {
  if (value instanceof Blob) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFile)
}

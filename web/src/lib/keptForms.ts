/** What was typed into forms and not sent, kept in this tab: a reload, or Back out of the site, which a phone does not ask about, loses none of it. */
const prefix = 'lintel.form '
const ownerKey = 'lintel.forms'

function kept(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
}

export const keptForms = {
  /** What was typed into the form of this name on this page; nothing where nothing is kept. */
  get: (name: string): unknown => {
    try {
      return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  },

  /** Keeps what is typed; files cannot be kept, so a form that holds one is not. */
  keep: (name: string, values: unknown): void => {
    if (holdsFile(values)) return
    try {
      sessionStorage.setItem(prefix + name, JSON.stringify(values))
    } catch {
      // No room: the form still asks before it is left.
    }
  },

  drop: (name: string): void => sessionStorage.removeItem(prefix + name),

  /** Whose forms they are from now on: those of somebody else, who used this tab before, go. */
  ownedBy: (subject: string): void => {
    if (sessionStorage.getItem(ownerKey) !== subject) keptForms.clear()
    sessionStorage.setItem(ownerKey, subject)
  },

  clear: (): void => {
    for (const key of kept()) sessionStorage.removeItem(key)
  },
}

function holdsFile(value: unknown): boolean {
  if (value instanceof Blob) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFile)
}

import { formOwner, formPrefix } from './formOwner'

/** The stored part of a form. */
interface StoredForm {
  values: Record<string, unknown>
  /** True if it held files as well, which have to be chosen again. */
  isWithoutFiles: boolean
}

/** Stores in this tab what was typed into forms and not sent: a reload, or Back out of the site, which a phone does not ask about, loses none of it. */
export const keptForms = {
  /** Returns the values typed into the form of this name; undefined where none are stored. */
  get: (name: string): StoredForm | undefined => {
    try {
      return (JSON.parse(sessionStorage.getItem(formPrefix + name) ?? 'null') as StoredForm | null) ?? undefined
    } catch {
      return undefined
    }
  },

  /** Keeps what is typed, all but files. */
  keep: (name: string, values: Record<string, unknown>): void => {
    formOwner.isAway = false
    const all = Object.entries(values)
    const plain = all.filter(([, value]) => !holdsFile(value))
    try {
      sessionStorage.setItem(formPrefix + name, JSON.stringify({ values: Object.fromEntries(plain), isWithoutFiles: plain.length < all.length } satisfies StoredForm))
    } catch {
      // No room: the form still asks before it is left.
    }
  },

  drop: (name: string): void => sessionStorage.removeItem(formPrefix + name),

  /** The form of this name is closed: what is in it goes, unless the session has ended under it. */
  leave: (name: string): void => {
    if (!formOwner.isAway) keptForms.drop(name)
  },
}

/** Returns whether a value holds a file, which cannot be kept. */
export function holdsFile(value: unknown): boolean {
  if (value instanceof Blob) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFile)
}

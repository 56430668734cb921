import type { TermsValues } from './values'

/** A draft as this device keeps it. */
interface KeptDraft {
  at: string
  values: TermsValues
}

const key = (user: number, application: number) => `lintel-agreement-${String(user)}-${String(application)}`

/** Drafts of agreements, kept on the device of whoever writes them: they name people, and nobody else needs them before they are issued. */
export const drafts = {
  /** The draft of an application; nothing where none can be read. */
  get: (user: number, application: number): KeptDraft | undefined => {
    try {
      const kept = JSON.parse(localStorage.getItem(key(user, application)) ?? 'null') as KeptDraft | null
      return typeof kept?.at === 'string' && typeof kept.values === 'object' ? kept : undefined
    } catch {
      return undefined
    }
  },
  keep: (user: number, application: number, values: TermsValues): void => {
    localStorage.setItem(key(user, application), JSON.stringify({ at: new Date().toISOString(), values: { ...values, file: '' } }))
  },
  drop: (user: number, application: number): void => localStorage.removeItem(key(user, application)),
}

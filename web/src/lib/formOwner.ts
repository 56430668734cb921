/** The prefix of this tab's keys for kept forms, by the name of each. */
export const formPrefix = 'lintel.form '
const ownerKey = 'lintel.forms'

/** The account whose forms this tab keeps; the start needs no more of them. */
export const formOwner = {
  /** True if the session has ended under the open forms: they are put away, not given up. Whoever types then begins anew. */
  isAway: false,

  /** Gives the forms to this person: those of somebody else, who used this tab before, go. */
  set: (subject: string): void => {
    formOwner.isAway = false
    if (sessionStorage.getItem(ownerKey) !== subject) formOwner.clear()
    sessionStorage.setItem(ownerKey, subject)
  },

  clear: (): void => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(formPrefix)) sessionStorage.removeItem(key)
  },
}

const key = 'lintel-signup-draft'

/** Stores whether this browser has kept a half-filled form: the cookie that names it is hidden from the page, and asking for none is a failed call. */
export const draftHint = {
  isSet: (): boolean => localStorage.getItem(key) !== null,
  set: (): void => localStorage.setItem(key, '1'),
  clear: (): void => localStorage.removeItem(key),
}

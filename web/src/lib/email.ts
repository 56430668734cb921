const address = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

/** Returns whether it looks like an e-mail address; the server has the last word. */
export function isEmail(text: string): boolean {
  return address.test(text.trim())
}

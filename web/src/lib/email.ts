const address = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

/** Whether it looks like an e-mail address; the server has the last word. */
export function isEmail(text: string): boolean {
  return address.test(text.trim())
}

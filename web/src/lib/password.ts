/** The strength of a password, as a hint: 0 (nothing typed) to 4. */
export type Strength = 0 | 1 | 2 | 3 | 4

const sequences = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', '01234567890']

/**
 * Judges by length and variety: what repeats, runs along the keyboard or names its owner counts little. The server refuses
 * the common ones; this only advises.
 */
export function passwordStrength(password: string, known: readonly string[] = []): Strength {
  if (password === '') return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const score = effectiveLength(password.toLowerCase(), known) + (kinds - 1) * 1.5
  if (password.length < 6 || score < 7) return 1
  if (score < 11) return 2
  return score < 16 ? 3 : 4
}

function effectiveLength(password: string, known: readonly string[]): number {
  let rest = password
  for (const word of known.map((each) => each.toLowerCase()).filter((each) => each.length >= 3)) {
    rest = rest.replaceAll(word, '')
  }
  let length = 0
  for (const [index, character] of [...rest].entries()) {
    const previous = index === 0 ? '' : (rest[index - 1] ?? '')
    length += previous !== '' && isPredictable(previous, character) ? 0.3 : 1
  }
  return length
}

function isPredictable(previous: string, next: string): boolean {
  return previous === next || sequences.some((row) => row.includes(previous + next) || row.includes(next + previous))
}

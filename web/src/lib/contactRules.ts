import { isEmail } from './email'

/** Characters as people and the server count them, without the spaces around. */
const length = (text: string): number => [...text.trim()].length

/** The longest that the server takes, in characters. */
export const longest = { name: 100, phone: 30, email: 254, address: 300 } as const

/** Returns the greatest length of a text in a control of this kind. */
export const longestIn = (type: string | undefined): number => (type === 'email' ? longest.email : type === 'tel' ? longest.phone : longest.name)

/** Returns whether a text has at least so many characters. */
export const hasLength = (text: string, least: number): boolean => length(text) >= least

/** The specification's rule for phones. */
export const isPhone = (text: string): boolean => hasLength(text, 10)

/** The mistakes among `[is right, name, text]`, in their order. */
export function mistakesAmong<Name extends string>(rules: readonly (readonly [boolean, Name, string])[]): Partial<Record<Name, string>> {
  const wrong = rules.filter(([isRight]) => !isRight).map(([, name, text]) => [name, text] as const)
  return Object.fromEntries(wrong) as Partial<Record<Name, string>>
}

export { isEmail }

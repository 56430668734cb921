/** The texts of a password that is being chosen; those of docs/reference/screens/accounts.md S1 5 are exact. */
export const newPassword = {
  strength: ['', 'Weak password', 'Fair password', 'Good password', 'Strong password'],
  passwordRequired: 'Password is required.',
  confirmRequired: 'Confirm your password.',
  mismatch: { title: 'Password Mismatch', text: 'Passwords do not match. Please try again.' },
  tooShort: { title: 'Password Too Short', text: 'Password must be at least 6 characters long.' },
} as const

/** The least number of characters of a password (docs/reference/screens/accounts.md S1 9); an operator's server may ask for more. */
const shortest = 6

/** Returns the mistakes in a password that was typed twice, in words. */
export function newPasswordMistakes(password: string, confirmation: string): { password?: string; confirmPassword?: string } {
  const mistakes: { password?: string; confirmPassword?: string } = {}
  if (password === '') mistakes.password = newPassword.passwordRequired
  else if ([...password].length < shortest) mistakes.password = newPassword.tooShort.text
  if (confirmation === '') mistakes.confirmPassword = newPassword.confirmRequired
  else if (confirmation !== password) mistakes.confirmPassword = newPassword.mismatch.text
  return mistakes
}

/** The two mistakes of a new password that are also announced, the mismatch first (docs/reference/screens/accounts.md S1 5). */
export function announced(texts: readonly (string | undefined)[]): { title: string; text: string } | undefined {
  return [newPassword.mismatch, newPassword.tooShort].find(({ text }) => texts.includes(text))
}

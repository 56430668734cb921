/** Names as people read them together: “Ann Lee, Bo Lee and Cy Lee”. */
export const together = (names: readonly string[]): string => new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)

/** Returns the last points of every data-protection notice. */
export const contactPoints = (whom: string): string[] => [
  `You may ask ${whom} for a copy, a correction or erasure, and object to the use. No decision is made by a machine alone.`,
  'If you are not content with the answer, you can complain to the Information Commissioner’s Office (ico.org.uk).',
]

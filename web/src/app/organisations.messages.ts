/** Texts of the choice between several organisations. */
export const organisations = {
  label: 'Organisation',
  option: (name: string, grade: string) => (grade === 'Viewer' ? `${name} (read only)` : name),
  failed: 'Could Not Switch',
  failedText: 'The organisation could not be opened. Please try again.',
} as const

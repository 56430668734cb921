/** Texts of the choice between several organisations. */
export const organisations = {
  label: 'Organisation',
  option: (name: string, grade: string) => (grade === 'Viewer' ? `${name} (read only)` : name),
  failed: 'Not Switched',
  failedText: 'The organisation could not be opened. Please try again.',
} as const

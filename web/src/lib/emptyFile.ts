/** The message about an empty file, wherever one is chosen: nothing is sent then. */
export const emptyFile = {
  title: 'The file is empty',
  text: (name: string) => `Nothing is in ${name}. Choose it again, or another file.`,
} as const

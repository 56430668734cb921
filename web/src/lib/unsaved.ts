/** The question before something typed is lost; a form may name in the title what it is. */
export const unsaved = {
  title: 'Discard your changes?',
  text: 'What you typed has not been saved.',
  discard: 'Discard',
  keep: 'Keep editing',
  restored: 'What you typed is still here',
  restoredText: 'It was not sent when you left this page.',
  filesAgain: 'Choose your photos and files again.',
  startAgain: 'Start again',
} as const

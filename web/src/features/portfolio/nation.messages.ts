/** The texts about the nation that a home is in, whose law applies to it. */
export const nationTexts = {
  label: 'Nation',
  hint: 'Lintel applies its law.',
  question: (district: string, one: string, other: string) => `Homes in ${district} lie in ${one} or in ${other}. Which law applies to this one?`,
  byPostcode: (nation: string | null | undefined) => (nation ? `${nation}, by the postcode` : 'By the postcode'),
  notSaid: (nation: string) => `Not said yet, taken for ${nation}`,
  promptTitle: 'Which nation is this home in?',
  promptText: (district: string, one: string, other: string) =>
    `Homes in ${district} lie in ${one} or in ${other}, and each has its own law of letting. Until you say which, Lintel takes ${one}.`,
  isIn: (nation: string) => `It is in ${nation}`,
  saved: (nation: string) => `The law of ${nation} applies to this home.`,
  failed: 'The nation could not be saved',
  failedText: 'Please try again.',
  confirmTitle: (nation: string | null) => `Apply the law of ${nation ?? 'its postcode'}?`,
  confirmText:
    'A tenancy is in force here. From now on another law decides which agreement is proposed, how many days there are for the deposit, the dates of notices and rent rises, and certificates. Nothing that is signed changes.',
  confirm: (nation: string | null) => (nation === null ? 'Take the postcode’s nation' : `Apply the law of ${nation}`),
  changed: 'Nation changed',
} as const

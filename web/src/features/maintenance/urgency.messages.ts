/** The texts of the questions that make a repair urgent. */
export const urgency = {
  title: 'How urgent is it?',
  questions: {
    heating: 'Is all the heating or hot water gone?',
    water: 'Is water coming in or running down?',
    risk: 'Is anyone at home especially at risk?',
  },
  riskHint: 'A baby, or somebody ill, disabled or over 65. You don’t have to say who.',
  yes: 'Yes',
  no: 'No',
  first: 'Do this now',
  hear: (when: string) => `You’ll hear from us by ${when}`,
  planned: 'We’ll plan it',
  emergency: 'Emergency.',
  repairBy: (when: string) => `Repair by ${when}.`,
  today: (time: string) => `${time} today`,
  endOfToday: 'the end of today',
  on: (time: string, day: string) => `${time} on ${day}`,
  again: 'Answer differently',
} as const

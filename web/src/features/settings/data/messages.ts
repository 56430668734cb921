/** Texts of what becomes of an account's data. */
export const data = {
  title: 'Your data',
  download: 'Download my data',
  downloadHint: 'Everything Lintel holds about your account, as a ZIP file of JSON.',
  downloadButton: 'Download',
  downloadName: 'lintel-my-data.zip',
  downloaded: 'Your Data Is Downloaded',
  downloadFailed: 'Download Failed',
  downloadFailedText: 'Your data could not be put together. Please try again.',
  remove: 'Delete my account',
  removeHint: 'Your account and what belongs to you alone are erased.',
  removeButton: 'Delete account',
} as const

/** The page before an account goes; what it says of going and staying is docs/retention.md's. */
export const removal = {
  title: 'Delete your account',
  subtitle: 'This cannot be undone.',
  back: 'Security',
  alone: (organisation: string) => `${organisation} goes with your account`,
  aloneText: (properties: string) => `Nobody else belongs to it. Its ${properties}, with their certificates, inspections, photos and documents, are erased.`,
  aloneEmpty: 'Nobody else belongs to it.',
  goesTitle: 'What goes at once',
  goes: [
    'Your name, sign-in address, password and settings',
    'Your second factor, and every device that is signed in',
    'API keys that you made, and invitations that you sent',
    'Your place in every organisation',
    'An organisation that nobody else belongs to, with its properties and everything about them',
  ],
  staysTitle: 'What stays, and why',
  stays: [
    { name: 'The log of your sign-ins, for 30 days', why: 'If somebody else deleted your account, we can tell you when and from where.' },
    { name: 'When mails were sent to you, for 90 days', why: 'Without your name and address, for whoever asks why a mail did not come.' },
    {
      name: 'Changes of properties, for 30 days',
      why: 'Messages between the parts of Lintel: numbers, and of properties name, address and rent. They run out by themselves.',
    },
    { name: 'The number of your account', why: 'It is never given twice. Where an organisation of others shows who did something, you are a former member.' },
    { name: 'Backups of this installation', why: 'As long as whoever runs it keeps them.' },
  ],
  keepTitle: 'Keep a copy first',
  keepHint: 'Landlords keep some records by law: gas safety and electrical reports, tenancy papers, tax records. Lintel keeps none of them for you.',
  formTitle: 'Confirm that it is you',
  phrase: 'delete my account',
  phraseLabel: (phrase: string) => `Type “${phrase}”`,
  phraseWrong: (phrase: string) => `Type “${phrase}” to confirm.`,
  confirm: 'Delete my account',
  keep: 'Keep my account',
  failed: 'Account Not Deleted',
  failedText: 'Your account is as it was. Please try again.',
} as const

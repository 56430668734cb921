/** Texts of what becomes of an account's data. */
export const data = {
  title: 'Your data',
  download: 'Download my data',
  downloadHint: 'Everything Lintel holds about your account, as a ZIP file of JSON.',
  downloadButton: 'Download',
  downloadName: 'lintel-my-data.zip',
  downloaded: 'Your Data Has Been Downloaded',
  downloadFailed: 'Download Failed',
  downloadFailedText: 'Your data could not be prepared. Please try again.',
  remove: 'Delete my account',
  removeHint: 'Your account, and anything that is only yours, will be erased.',
  removeButton: 'Delete account',
} as const

/** The page before an account goes; what it says of going and staying is docs/reference/retention.md's. */
export const removal = {
  title: 'Delete your account',
  subtitle: 'This cannot be undone.',
  back: 'Security',
  alone: (organisation: string) => `${organisation} will be deleted with your account`,
  aloneText: (properties: string) => `Nobody else belongs to it. Its ${properties}, with their certificates, inspections, photos and documents, will be erased.`,
  aloneEmpty: 'Nobody else belongs to it.',
  goesTitle: 'What is deleted straight away',
  goes: [
    'Your name, sign-in address, password and settings',
    'Your two-factor authentication, and every signed-in device',
    'API keys you created, and invitations you sent',
    'Your place in every organisation',
    'An organisation that nobody else belongs to, with its properties and everything about them',
  ],
  staysTitle: 'What we keep, and why',
  stays: [
    { name: 'The log of your sign-ins, for 30 days', why: 'If someone else deleted your account, we can tell you when and from where.' },
    { name: 'When emails were sent to you, for 90 days', why: 'Without your name or address, in case someone asks why an email didn’t arrive.' },
    {
      name: 'Changes to properties, for 30 days',
      why: 'Messages between the parts of Lintel. They hold numbers and a property’s name, address and rent, and expire on their own.',
    },
    { name: 'The number of your account', why: 'It is never reused. Where another organisation shows who did something, you appear as a former member.' },
    { name: 'Backups of this installation', why: 'For as long as whoever runs it keeps them.' },
  ],
  keepTitle: 'Keep a copy first',
  keepHint: 'Landlords keep some records by law: gas safety and electrical reports, tenancy papers, tax records. Lintel keeps none of them for you.',
  formTitle: 'Confirm it’s you',
  phrase: 'delete my account',
  phraseLabel: (phrase: string) => `Type “${phrase}”`,
  phraseWrong: (phrase: string) => `Type “${phrase}” to confirm.`,
  confirm: 'Delete my account',
  keep: 'Keep my account',
  failed: 'Account Not Deleted',
  failedText: 'Your account has not changed. Please try again.',
} as const

/** The backups of the organisation's data. */
export const backups = {
  title: 'Backups',
  what: 'Your backups',
  now: 'Back up now',
  none: 'No backups yet',
  noneText: 'The first is made tonight if Automatic data backup is on, or when you press Back up now.',
  started: 'Backup started',
  startedText: 'It is listed here when it is ready.',
  startFailed: 'The backup could not be started',
  tryAgain: 'Please try again.',
  states: { running: 'Running', failed: 'Failed' },
  about: { running: 'Being made. You can leave this page.', failed: 'It could not be made within a day.' },
  download: 'Download',
  downloadOf: (when: string) => `Download the backup of ${when}`,
  downloadFailed: 'The backup could not be downloaded',
} as const

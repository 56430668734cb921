import { titles } from '@/lib/titles'
import type { Schema } from '@/api/client'
import { count } from '@/lib/format'

type Key = keyof Schema<'UserSettings'>

/** A setting's name and what it does. */
interface Words {
  name: string
  hint?: string
}

export const menu = {
  title: titles.settings,
  subtitle: 'Your account and how Lintel works for you',
  what: 'Your settings',
  profile: { title: 'Profile', text: 'Name, contact details and company' },
  notifications: { title: 'Notifications', text: 'What we tell you and how' },
  property: { title: 'Property Settings', text: 'Inspection, reminder and format defaults' },
  /** The same page for those who have no properties. */
  formats: { title: 'Display Settings', text: 'Currency and dates' },
  security: { title: 'Security', text: 'Sign-in, sessions and backups' },
  securityPersonal: { title: 'Security', text: 'Sign-in and sessions' },
  rules: { title: 'Rules', text: 'The law that Lintel applies, by nation', state: 'With sources and the day of the last check' },
  organisation: 'Organisation',
  rename: 'Rename',
  landlord: { title: 'Landlord', none: 'Not given yet' },
  members: { title: 'Members', text: (people: number) => (people === 1 ? 'Only you can open this portfolio' : `${people} people can open this portfolio`) },
  apiKeys: { title: 'API keys', text: (keys: number) => (keys === 0 ? 'No keys' : count(keys, 'key', 'keys')) },
  noName: 'No name yet',
  appearance: 'Appearance',
  theme: 'Theme',
  themeHint: 'On this device',
  schemes: { system: 'System', light: 'Light', dark: 'Dark' },
  allOff: 'All off',
  every: (months: string) => `Every ${months} months`,
  twoFactorOn: 'Two-factor authentication on',
  twoFactorOff: 'Two-factor authentication off',
} as const

export const form = {
  save: 'Save',
  saved: 'Settings saved',
  failed: 'Error',
  failedText: 'Failed to save settings. Please try again.',
} as const

/** The fields of the profile. */
export const profile: Record<'firstName' | 'lastName' | 'email' | 'phone' | 'company', Words> = {
  firstName: { name: 'First name' },
  lastName: { name: 'Last name' },
  email: { name: 'Email', hint: 'Where people reach you. You sign in with the address under Security.' },
  phone: { name: 'Phone' },
  company: { name: 'Company' },
}

export const notifications = {
  channels: 'How we reach you',
  topics: 'What to tell you about',
  times: 'When',
  digests: { off: 'Off', daily: 'Daily', weekly: 'Weekly' },
  quietFrom: { name: 'Quiet from' },
  quietUntil: { name: 'Quiet until', hint: 'UK time. An earlier time is the next morning’s.' },
} as const

/** Push messages in the browser that is in use. */
export const push = {
  here: 'This browser',
  unsupported: 'This browser can’t show push notifications. On an iPhone or iPad, add Lintel to the home screen first.',
  denied: 'Notifications from Lintel are blocked in this browser. Allow them in its settings for this site, then come back.',
  off: 'Off. Your browser asks you before it shows any.',
  on: 'On. They show here while Lintel is closed, too.',
  unknown: 'Its state can’t be read.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOn: 'Push notifications are on in this browser',
  turnedOff: 'Push notifications are off in this browser',
  notAllowed: 'Your browser didn’t allow notifications',
  notAllowedText: 'Turn them on again and choose Allow when it asks.',
  onFailed: 'Push notifications could not be turned on',
  offFailed: 'Push notifications could not be turned off',
  tryAgain: 'Please try again.',
  test: 'Show a test',
  testTitle: 'Lintel can reach you here',
  testText: 'This is how a notification looks on this device.',
  testShown: 'A test was shown',
  testShownText: 'If you didn’t see it, check your device’s own notification settings.',
} as const

/** The number that text messages go to. */
export const phone = {
  label: 'Phone for text messages',
  what: 'Your phone number',
  none: 'Your profile has no number that text messages go to. Add a mobile number there first.',
  unverified: (end: string) => `The number ending ${end}. Show that it is yours before text messages go there.`,
  verified: (end: string) => `The number ending ${end}. Another number in your profile has to be verified again.`,
  badge: 'Verified',
  profile: 'Open profile',
  verify: 'Verify number',
  title: 'Verify Your Number',
  sent: (end: string) => `We sent a code to the number ending ${end}. It works for 10 minutes.`,
  code: 'Code',
  codeInvalid: 'Enter the six digits of the message.',
  submit: 'Verify',
  again: 'Send another code',
  done: 'Number Verified',
  doneText: 'Text messages go there from now on.',
  sendFailed: 'No Code Could Be Sent',
  failed: 'Could Not Verify the Number',
  tryAgain: 'Please try again.',
} as const

/** Every setting that is on or off. */
export const switches = {
  emailNotifications: { name: 'Email notifications', hint: 'To the email address in your profile.' },
  smsNotifications: { name: 'SMS notifications', hint: 'To the phone number in your profile.' },
  pushNotifications: { name: 'Push notifications', hint: 'To the browsers in which you turn them on.' },
  maintenanceAlerts: { name: 'Maintenance alerts', hint: 'When something is reported, assigned or completed.' },
  rentReminders: { name: 'Rent reminders', hint: 'About rent that falls due or is late.' },
  certificateExpiry: { name: 'Certificate expiry alerts', hint: 'Before a certificate expires.' },
  inspectionReminders: { name: 'Inspection reminders', hint: 'Before an inspection, and when one is overdue.' },
  autoRentCalculation: { name: 'Auto rent calculation', hint: 'The rent of an HMO is the total of its room rents.' },
  maintenanceAutoAssign: { name: 'Auto-assign maintenance', hint: 'Each new request of a property that you are responsible for is assigned to you.' },
  loginNotifications: { name: 'Login notifications', hint: 'Email me when my account is used on a device not seen before.' },
  passwordChangeRequired: { name: 'Require password change', hint: 'Ask for a new password at sign-in when it is older than 90 days.' },
  dataBackup: { name: 'Automatic data backup', hint: 'Every night, an encrypted copy of your organisation’s data. The last seven are kept.' },
  quietHours: { name: 'Quiet hours', hint: 'Push and text messages wait until they end. Those about your account’s security don’t.' },
} as const satisfies Partial<Record<Key, Words>>

/** Every setting that is one of a few. */
export const selects = {
  defaultInspectionFrequency: {
    name: 'Default inspection frequency',
    hint: 'For properties you add from now on. Each property can have its own.',
  },
  defaultReminderDays: { name: 'Default reminder days', hint: 'Kept for you. Each property has reminder days of its own: 7, unless changed there.' },
  currency: { name: 'Currency', hint: 'Shown with every amount. Nothing is converted.' },
  dateFormat: { name: 'Date format', hint: 'In tables, fields and sentences.' },
  digest: { name: 'Email digest', hint: 'One email at 08:00 in place of single ones; a weekly one comes on Mondays. Emails about your account’s security always come at once.' },
  sessionTimeout: { name: 'Session timeout', hint: 'Sign me out after this long without activity.' },
} as const satisfies Partial<Record<Key, Words>>

export const property = {
  defaults: 'Defaults',
  formats: 'Formats',
  automation: 'Automation',
  months: (value: string) => `${value} months`,
  days: (value: string) => `${value} days`,
  currencies: { GBP: 'Pound sterling (GBP)', USD: 'US dollar (USD)', EUR: 'Euro (EUR)' } as Record<string, string>,
} as const

export const security = {
  signingIn: 'Signing in',
  session: 'Session',
  data: 'Data',
  minutes: (value: string) => `${value} minutes`,
} as const

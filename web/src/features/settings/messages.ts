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
  organisation: 'Organisation',
  rename: 'Rename',
  members: { title: 'Members', text: (people: number) => (people === 1 ? 'Only you can open this portfolio' : `${people} people can open this portfolio`) },
  apiKeys: { title: 'API keys', text: (keys: number) => (keys === 0 ? 'No keys' : count(keys, 'key', 'keys')) },
  noName: 'No name yet',
  appearance: 'Appearance',
  theme: 'Theme',
  themeHint: 'On this device',
  schemes: { system: 'System', light: 'Light', dark: 'Dark' },
  /** Nothing is sent yet: what is chosen is not what works. */
  later: (names: string) => `${names}, once notifications start`,
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

/** What is asked for in the profile. */
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
  laterTitle: 'Saved now, sent later',
  laterText: 'Lintel doesn’t send these notifications yet. We’ll keep your choices and apply them when it does.',
} as const

/** Every setting that is on or off. */
export const switches = {
  emailNotifications: { name: 'Email notifications', hint: 'To the email address in your profile.' },
  smsNotifications: { name: 'SMS notifications' },
  pushNotifications: { name: 'Push notifications', hint: 'On the devices where Lintel is installed.' },
  maintenanceAlerts: { name: 'Maintenance alerts', hint: 'When something is reported, assigned or completed.' },
  rentReminders: { name: 'Rent reminders', hint: 'When rent is about to fall due, or late.' },
  certificateExpiry: { name: 'Certificate expiry alerts', hint: 'Before a certificate expires.' },
  inspectionReminders: { name: 'Inspection reminders', hint: 'Before an inspection, and when one is overdue.' },
  autoRentCalculation: { name: 'Auto rent calculation', hint: 'The rent of an HMO is the total of its room rents.' },
  maintenanceAutoAssign: { name: 'Auto-assign maintenance' },
  loginNotifications: { name: 'Login notifications', hint: 'Email me when my account is used on a device not seen before.' },
  passwordChangeRequired: { name: 'Require password change', hint: 'Ask for a new password at sign-in when it is older than 90 days.' },
  dataBackup: { name: 'Automatic data backup' },
} as const satisfies Partial<Record<Key, Words>>

/** The switches that have no effect yet, and why: they are not shown as if they had one. */
export const unavailable: Partial<Record<Key, string>> = {
  smsNotifications: 'This installation has no SMS gateway, so text messages can’t be sent.',
  maintenanceAutoAssign: 'Not available yet. It will assign each new request to the person responsible for its property.',
  dataBackup: 'Not available yet. It will export your organisation’s data every night and keep the last seven.',
}

/** Every setting that is one of a few. */
export const selects = {
  defaultInspectionFrequency: {
    name: 'Default inspection frequency',
    hint: 'For properties you add from now on. Each property can have its own.',
  },
  defaultReminderDays: { name: 'Default reminder days', hint: 'How long before something is due. Applies when notifications start.' },
  currency: { name: 'Currency', hint: 'Shown with every amount. Nothing is converted.' },
  dateFormat: { name: 'Date format', hint: 'In tables, fields and sentences.' },
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

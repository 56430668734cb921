import { titles } from '@/lib/titles'
import type { Schema } from '@/api/client'

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
  members: { title: 'Members', text: 'Who can open this portfolio' },
  apiKeys: { title: 'API keys', text: 'Access for other systems' },
  noName: 'No name yet',
  appearance: 'Appearance',
  theme: 'Theme',
  themeHint: 'On this device',
  schemes: { system: 'System', light: 'Light', dark: 'Dark' },
  on: (names: string) => `${names} on`,
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
  topics: 'What about',
  laterTitle: 'Saved now, sent later',
  laterText: 'Lintel does not send these notifications yet. Your choices are kept and act as soon as it does.',
  noSms: 'This installation has no SMS gateway, so no text message can be sent.',
} as const

/** Every setting that is on or off. */
export const switches = {
  emailNotifications: { name: 'Email notifications', hint: 'By mail to the address in your profile.' },
  smsNotifications: { name: 'SMS notifications', hint: 'By text message to the phone in your profile.' },
  pushNotifications: { name: 'Push notifications', hint: 'On the devices where Lintel is installed.' },
  maintenanceAlerts: { name: 'Maintenance alerts', hint: 'When something is reported, assigned or done.' },
  rentReminders: { name: 'Rent reminders', hint: 'When rent is about to fall due, or late.' },
  certificateExpiry: { name: 'Certificate expiry alerts', hint: 'Before a certificate runs out.' },
  inspectionReminders: { name: 'Inspection reminders', hint: 'Before an inspection, and when one is overdue.' },
  autoRentCalculation: { name: 'Auto rent calculation', hint: 'The rent of a shared house is the sum of its rooms’ rents.' },
  maintenanceAutoAssign: {
    name: 'Auto-assign maintenance',
    hint: 'Give new requests to the contractor who usually does such work. Acts once maintenance requests can be assigned.',
  },
  loginNotifications: { name: 'Login notifications', hint: 'Email me when my account is used on a device not seen before.' },
  passwordChangeRequired: { name: 'Require password change', hint: 'Ask for a new password at sign-in when it is older than 90 days.' },
  dataBackup: {
    name: 'Automatic data backup',
    hint: 'Export your organisation’s data every night and keep the last seven. Acts once nightly exports are made.',
  },
} as const satisfies Partial<Record<Key, Words>>

/** Every setting that is one of a few. */
export const selects = {
  defaultInspectionFrequency: {
    name: 'Default inspection frequency',
    hint: 'Between inspections of a property that says nothing else. Acts for properties added once inspections read it.',
  },
  defaultReminderDays: { name: 'Default reminder days', hint: 'How long before something falls due. Acts with the notifications.' },
  currency: { name: 'Currency', hint: 'Amounts are shown in it everywhere. Nothing is converted.' },
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

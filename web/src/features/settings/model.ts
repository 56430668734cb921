import type { Role } from '@/api/account'
import type { Schema } from '@/api/client'
import type { Ways } from '@/api/notifications'

/** The settings whole, as the API has them. */
export type Settings = Schema<'UserSettings'>

/** The settings, with the options of docs/reference/screens/settings.md S1 9. */
export const options = {
  defaultInspectionFrequency: ['3', '6', '12'],
  defaultReminderDays: ['7', '14', '30'],
  currency: ['GBP', 'USD', 'EUR'],
  dateFormat: ['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD'],
  digest: ['off', 'daily', 'weekly'],
  sessionTimeout: ['15', '30', '60', '120'],
} as const

/** A setting that is one of a few. */
export type SelectName = keyof typeof options

type SwitchesOf<All> = { [Name in keyof All]: All[Name] extends boolean ? Name : never }[keyof All]

/** A setting that is on or off. The second factor is not among them: its enrolment decides. */
export type SwitchName = Exclude<SwitchesOf<Settings>, 'twoFactorAuth'>

/** The ways to reach somebody. */
export const channels = ['emailNotifications', 'smsNotifications', 'pushNotifications'] as const satisfies readonly SwitchName[]

/** The way that each of them is, as the installation knows it. */
export const wayOf = { emailNotifications: 'mail', smsNotifications: 'sms', pushNotifications: 'push' } as const satisfies Record<(typeof channels)[number], keyof Ways>

const landlordTopics = ['maintenanceAlerts', 'rentReminders', 'certificateExpiry', 'inspectionReminders'] as const satisfies readonly SwitchName[]

/** The topics that somebody is told about: a tenant of their home, a referee of nothing but the requests themselves. */
export const topicsOf: Record<Role, readonly SwitchName[]> = {
  Landlord: landlordTopics,
  Tenant: ['maintenanceAlerts', 'rentReminders', 'inspectionReminders'],
  Employer: [],
  Guarantor: [],
}

/** The name that the settings hold. */
export function fullName({ firstName, lastName }: Pick<Settings, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}

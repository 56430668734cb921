/** The texts of "Email the tenant". */
export const emailTenant = {
  tick: 'Email the tenant',
  tickTo: (email: string) => `Email the tenant (${email})`,
  see: 'See the email',
  title: 'The email',
  law: 'The law requires this email.',
  whyNot: {
    'no-address': () => 'No email address, so nothing is sent.',
    'off-for-tenant': (reason: string) => `Emails to this tenant are off: ${reason}`,
    'off-for-kind': () => 'Emails of this kind are off in the settings.',
    old: () => 'Older than 7 days, so nothing is sent unless you tick it.',
  },
} as const

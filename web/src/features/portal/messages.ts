/** Texts of the tenant portal. */
export const portal = {
  title: 'Tenant Portal',
  titleMobile: 'My Portal',
  denied: 'Access Denied',
  deniedText: 'Unable to load tenant information',
  hint: (email: string) => `Your portal will open once a landlord adds a tenancy for ${email}.`,
} as const

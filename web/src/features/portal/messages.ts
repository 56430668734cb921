/** Texts of the tenant portal. */
export const portal = {
  title: 'Tenant Portal',
  titleMobile: 'My Portal',
  denied: 'Access Denied',
  deniedText: 'Unable to load tenant information',
  hint: (email: string) => `Your portal opens as soon as a landlord has a tenancy for ${email}.`,
} as const

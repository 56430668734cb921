/** Titles of the screens that say which one they are before there is anything that could render them (app/bootFrame.ts). */
export const titles = {
  login: 'Sign in to Lintel',
  signUp: 'Create your account',
  forgotPassword: 'Forgot your password?',
  manualVerify: 'Enter your code',
  dashboard: 'Executive Dashboard',
  portfolio: 'Portfolio',
  compliance: 'Compliance',
  soldProperties: 'Sold Properties',
  tenants: 'Tenants',
  inviteTenants: 'Invite Tenants',
  applications: 'Applications',
  viewings: 'Property Viewings',
  maintenance: 'Maintenance',
  propertySearch: 'Property Search',
  settings: 'Settings',
} as const

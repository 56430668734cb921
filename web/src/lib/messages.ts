/**
 * The texts of the frame and those that several features share; every page loads them. A feature's
 * own texts are in its `messages.ts`. Those of the specification are exact; tests import them, so that none stands twice.
 */
export const product = {
  name: 'Lintel',
  title: 'Lintel - Property Management',
} as const

export const common = {
  loading: 'Loading...',
  skip: 'Skip to content',
  retry: 'Retry',
  dismiss: 'Dismiss',
  close: 'Close',
  cancel: 'Cancel',
  thereIsAProblem: 'There is a problem',
  optional: 'optional',
  error: 'Error',
  viewAll: 'View all',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  chooseDay: 'Choose in a calendar',
  dayFault: (sample: string, first: string, last: string) => `Enter a day as ${sample}, from ${first} to ${last}`,
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLock: 'Caps Lock is on.',
  couldNotLoad: (what: string) => `${what} could not be loaded`,
  unchanged: 'Your data has not changed.',
} as const

/** Said where messages to a browser were ended elsewhere. */
export const push = {
  ended: 'Notifications in this browser have ended',
  endedText: 'They ended when you signed out everywhere, changed your password or removed this browser. Turn them on again if you want them.',
  openSettings: 'Open settings',
} as const

export const shell = {
  nav: 'Main',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  loggedInAs: (name: string) => `Logged in as ${name}`,
  logout: 'Logout',
  tabs: 'Tabs',
  fallbackName: 'Portfolio Manager',
  readOnly: 'read only',
  urgentRequests: 'urgent',
} as const

export const navigation = {
  dashboard: 'Dashboard',
  portfolio: 'Portfolio',
  tenants: 'Tenants',
  inviteTenants: 'Invite Tenants',
  applications: 'Applications',
  viewings: 'Property Viewings',
  maintenance: 'Maintenance',
  propertySearch: 'Property Search',
  soldProperties: 'Sold Properties',
  settings: 'Settings',
  tenantPortal: 'Tenant Portal',
  applicationStatus: 'Application Status',
  referenceRequests: 'Reference Requests',
} as const

export const errorPages = {
  notFoundTitle: 'Page Not Found',
  notFoundText: 'We couldn’t find this page. It may have moved, or you may not have access to it.',
  backHome: 'Go to dashboard',
  crashTitle: 'Something went wrong on this page',
  crashText: 'Nothing you saved has been lost. Try again. If it keeps happening, send us the details below.',
  details: 'Details',
  copyDetails: 'Copy details',
  copied: 'Copied',
} as const

/** The text where there is no property yet. */
export const noProperties = {
  title: 'No Properties Yet',
  text: 'Start building your portfolio by adding your first property',
  button: 'Add Your First Property',
} as const

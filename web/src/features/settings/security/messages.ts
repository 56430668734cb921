/** Texts of the security sub-page beside its settings. */

export const account = {
  title: 'Your sign-in',
  email: 'Sign-in email',
  changeEmail: 'Change email',
  password: 'Password',
  passwordHint: 'Changing it signs out every other device.',
  changePassword: 'Change Password',
} as const

export const passwordForm = {
  title: 'Change Password',
  current: 'Current password',
  next: 'New password',
  confirm: 'Confirm new password',
  currentRequired: 'Enter your current password.',
  submit: 'Change Password',
  success: 'Password Changed',
  successText: 'Every other device has been signed out.',
  failed: 'Password Change Failed',
  failedText: 'Failed to change password. Please try again.',
} as const

/** The texts of the new password asked for at sign-in, where the settings want it. */
export const requiredPassword = {
  title: 'Change your password',
  text: 'Your password is more than 90 days old, and your settings ask you to choose a new one.',
  submit: 'Change Password',
  logout: 'Logout',
} as const

export const emailForm = {
  title: 'Change sign-in email',
  lead: 'We’ll send a link to the new address. Until you follow it, keep signing in with the old one.',
  email: 'New email',
  emailInvalid: 'Enter a valid email address.',
  password: 'Password',
  passwordRequired: 'Enter your password.',
  submit: 'Send link',
  success: 'Check Your Email',
  successText: (email: string) => `Follow the link we sent to ${email} within 24 hours.`,
  failed: 'Email Not Changed',
  failedText: 'The email could not be changed. Please try again.',
} as const

export const twoFactor = {
  title: 'Two-factor authentication',
  label: 'Two-factor authentication',
  hint: 'Ask for a code from your authenticator app as well as your password.',
  what: 'Two-factor authentication',
  since: (day: string) => `On since ${day}.`,
  codes: 'Recovery codes',
  codesLeft: (count: string) => `${count} left. Each one signs you in once if you don’t have your phone.`,
  newCodes: 'New codes',
  password: 'Password',
  passwordRequired: 'Enter your password.',
  code: 'Code from your app',
  codeHint: 'Six digits, or one of your recovery codes.',
  appCodeHint: 'Six digits. They change every 30 seconds.',
  codeRequired: 'Enter the code.',
  continue: 'Continue',
  enrolTitle: 'Turn on two-factor authentication',
  enrolLead: 'You’ll need an authenticator app on your phone. First, confirm it’s you.',
  scanTitle: 'Scan this code',
  scan: 'Scan this picture with your authenticator app, then enter the code it shows.',
  qrCode: 'QR code for your authenticator app',
  secret: 'Can’t scan it? Type this key into the app',
  copySecret: 'Copy key',
  turnOn: 'Turn on',
  enabled: 'Two-Factor Authentication On',
  enabledText: 'From now on, we’ll ask for a code when you sign in.',
  codesTitle: 'Your recovery codes',
  codesLead: 'Keep them somewhere other than your phone. They’re only shown now, and each works once.',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  print: 'Print',
  kept: 'I’ve saved them',
  newTitle: 'New recovery codes',
  newLead: 'Your old codes will stop working.',
  makeNew: 'Create new codes',
  offTitle: 'Turn off two-factor authentication',
  offLead: 'You’ll sign in with your password alone.',
  turnOff: 'Turn off',
  disabled: 'Two-Factor Authentication Off',
  disabledText: 'You sign in with your password alone.',
  failed: 'Something Went Wrong',
  failedText: 'Please try again.',
  fileName: 'lintel-recovery-codes.txt',
  fileHead: 'Lintel recovery codes. Each works once.',
} as const

export const sessions = {
  title: 'Devices signed in',
  what: 'Your devices',
  thisOne: 'This device',
  seen: (first: string, last: string) => `Signed in ${first}, last used ${last}`,
  from: (address: string) => `From ${address}`,
  end: 'Sign out',
  endOf: (device: string) => `Sign out ${device}`,
  endOthers: 'Sign out all other devices',
  ended: 'Device Signed Out',
  othersEnded: 'Other Devices Signed Out',
  othersEndedText: (count: string) => `${count} signed out.`,
  one: 'device',
  many: 'devices',
  failed: 'Could Not Sign Out',
  failedText: 'Please try again.',
  none: 'No other device is signed in.',
} as const

export const browsers = {
  title: 'Browsers that get notifications',
  what: 'Your browsers',
  none: 'None yet',
  noneText: 'Turn notifications on in a browser under Settings, Notifications.',
  since: (day: string) => `Since ${day}`,
  thisOne: 'This browser',
  remove: 'Remove',
  removeOf: (device: string) => `Stop notifications in ${device}`,
  removed: 'Browser Removed',
  failed: 'Could Not Remove the Browser',
  failedText: 'Please try again.',
} as const

export const log = {
  title: 'Security log',
  what: 'The security log',
  empty: 'No activity yet',
  more: 'Show more',
  from: (device: string, address: string) => [device, address].filter(Boolean).join(', '),
} as const

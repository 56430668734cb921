/** Texts of the security sub-page beside its settings. */

export const account = {
  title: 'Your sign-in',
  email: 'Sign-in address',
  changeEmail: 'Change address',
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
  successText: 'Every other device is signed out.',
  failed: 'Password Change Failed',
  failedText: 'Failed to change password. Please try again.',
} as const

/** Asked for at sign-in, where the settings want it. */
export const requiredPassword = {
  title: 'Change your password',
  text: 'Your password is older than 90 days, and your settings ask for a new one then.',
  submit: 'Change Password',
  logout: 'Logout',
} as const

export const emailForm = {
  title: 'Change sign-in address',
  lead: 'We send a link to the new address. Until you follow it, you sign in with the old one.',
  email: 'New address',
  emailInvalid: 'Enter a valid email address.',
  password: 'Password',
  passwordRequired: 'Enter your password.',
  submit: 'Send the link',
  success: 'Check Your Email',
  successText: (email: string) => `Follow the link that we sent to ${email} within 24 hours.`,
  failed: 'Address Change Failed',
  failedText: 'Failed to change the address. Please try again.',
} as const

export const twoFactor = {
  title: 'Two-factor authentication',
  label: 'Two-factor authentication',
  hint: 'Ask for a code from your authenticator app as well as your password.',
  what: 'Two-factor authentication',
  since: (day: string) => `On since ${day}.`,
  codes: 'Recovery codes',
  codesLeft: (count: string) => `${count} left. Each signs you in once, when your phone is not at hand.`,
  newCodes: 'New codes',
  password: 'Password',
  passwordRequired: 'Enter your password.',
  code: 'Code from your app',
  codeHint: 'Six digits, or one of your recovery codes.',
  appCodeHint: 'Six digits. They change every 30 seconds.',
  codeRequired: 'Enter the code.',
  continue: 'Continue',
  enrolTitle: 'Turn on two-factor authentication',
  enrolLead: 'You need an authenticator app on your phone. First confirm that it is you.',
  scanTitle: 'Scan this code',
  scan: 'Scan the picture with your authenticator app, then type the code that it shows.',
  qrCode: 'QR code for your authenticator app',
  secret: 'Cannot scan it? Type this key into the app',
  copySecret: 'Copy key',
  turnOn: 'Turn on',
  enabled: 'Two-Factor Authentication On',
  enabledText: 'From now on, signing in asks for a code.',
  codesTitle: 'Your recovery codes',
  codesLead: 'Keep them where your phone is not. They are shown only now; each works once.',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  print: 'Print',
  kept: 'I have kept them',
  newTitle: 'New recovery codes',
  newLead: 'The old codes stop working.',
  makeNew: 'Make new codes',
  offTitle: 'Turn off two-factor authentication',
  offLead: 'Signing in will ask for your password alone.',
  turnOff: 'Turn off',
  disabled: 'Two-Factor Authentication Off',
  disabledText: 'Signing in asks for your password alone.',
  failed: 'That Did Not Work',
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
  endOthers: 'Sign out all others',
  ended: 'Device Signed Out',
  othersEnded: 'Other Devices Signed Out',
  othersEndedText: (count: string) => `${count} signed out.`,
  one: 'device',
  many: 'devices',
  failed: 'Signing Out Failed',
  failedText: 'Please try again.',
  none: 'No other device is signed in.',
} as const

export const log = {
  title: 'Security log',
  what: 'The security log',
  empty: 'Nothing has happened yet.',
  more: 'Show more',
  from: (device: string, address: string) => [device, address].filter(Boolean).join(', '),
} as const

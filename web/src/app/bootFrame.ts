import { tokenStore } from '@/api/token'
import { paths } from '@/lib/paths'
import { titles } from '@/lib/titles'

/** The screens of the signed-out that have an address; those that a mail leads to say what they are when they know it. */
const publicTitles = new Map<string, string>([
  [paths.signUp, titles.signUp],
  [paths.forgotPassword, titles.forgotPassword],
  [paths.manualVerify, titles.manualVerify],
  [paths.verifyEmail, ''],
  [paths.resetPassword, ''],
  [paths.acceptInvite, ''],
  [paths.confirmEmail, ''],
  [paths.tenantSignup, ''],
  [paths.agreement, ''],
  [paths.portalInvitation, ''],
  [paths.accountDeleted, ''],
])
const landlordsTitles = new Map<string, string>([
  [paths.home, titles.dashboard],
  [paths.portfolio, titles.portfolio],
  [paths.compliance, titles.compliance],
  [paths.tenants, titles.tenants],
  [paths.inviteTenants, titles.inviteTenants],
  [paths.applications, titles.applications],
  [paths.viewings, titles.viewings],
  [paths.maintenance, titles.maintenance],
  [paths.propertySearch, titles.propertySearch],
  [paths.soldProperties, titles.soldProperties],
  [paths.settings, titles.settings],
])

interface Frame {
  kind: 'public' | 'shell'
  title: string
}

/** Shows the head of the screen that comes, where it will be, while everything else is on its way. */
export function showBootFrame({ pathname }: Pick<Location, 'pathname'>): void {
  const boot = document.querySelector<HTMLElement>('.boot')
  const title = boot?.querySelector('.boot-title')
  const frame = frameOf(pathname)
  if (!boot || !title || frame === undefined) return
  title.textContent = frame.title
  boot.dataset.frame = frame.kind
}

/** Pages by link, which name themselves when they know whose they are. */
const linkedPath = /^\/((guarantor|employer)-verify|viewings)\//

/** Nothing where it takes more than the address and the token to know what comes. */
function frameOf(path: string): Frame | undefined {
  const publicTitle = linkedPath.test(path) ? '' : publicTitles.get(path)
  if (tokenStore.get() === null) return { kind: 'public', title: publicTitle ?? titles.login }
  if (publicTitle !== undefined) return undefined
  return { kind: 'shell', title: (tokenStore.role() === 'Landlord' && landlordsTitles.get(path)) || '' }
}

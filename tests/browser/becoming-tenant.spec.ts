import { isAccessible } from './support/accessible'
import { act, addProperty, addTenant, mailedLink, signUp, tokenOf } from './support/lintel'
import { heading, logIn, toast } from './support/screens'
import { expect, signedIn } from './support/test'

const portalInvitation = /^https?:\/\/\S+\/portal-invitation\?token=\S+$/m

signedIn('an empty landlord account becomes a tenant’s and gets its home', async ({ page, account }) => {
  signedIn.slow()
  const landlord = await signUp()
  const token = await tokenOf(landlord)
  const propertyId = await addProperty(token, { name: 'Linden Avenue', address: '88 Linden Avenue, Manchester', postcode: 'M21 9QJ', status: 'Vacant' })
  const tenant = await addTenant(token, { propertyId, name: account.name, email: account.email })
  await act(token, `/api/tenants/${String(tenant)}/portal-invitation`, {})
  const link = new URL(await mailedLink(account.email, portalInvitation))
  expect(link.hash).toBe(`#email=${encodeURIComponent(account.email)}`)

  await page.goto(link.pathname + link.search + link.hash)
  await expect(page.getByText('This account is a landlord’s')).toBeVisible()
  await page.getByRole('button', { name: 'Make this account a tenant’s' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make this account a tenant’s' })
  await isAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: 'Make it a tenant’s' }).click()
  await expect(toast(page, 'This is a tenant’s account now')).toBeVisible()

  await page.getByRole('button', { name: 'Sign In' }).click()
  await logIn(page, account)
  await expect(heading(page, 'Is this your home?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, this is my home' }).click()
  await expect(toast(page, 'Home added')).toBeVisible()
  await expect(page.getByText('Linden Avenue', { exact: true })).toBeVisible()
})

import { isAccessible } from './support/accessible'
import { addProperty, callWithKey, tokenOf } from './support/lintel'
import { heading, toast, turn } from './support/screens'
import { expect, signedIn } from './support/test'

signedIn('a key is made, shown once, used by another system, and revoked', async ({ page, account }) => {
  await addProperty(await tokenOf(account), { name: 'Priory Gardens' })
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: /^API keys/ }).click()
  await expect(heading(page, 'API keys')).toBeVisible()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API key' })
  await dialog.getByLabel('Name', { exact: true }).fill('Bookkeeping')
  await dialog.getByLabel('Read properties, certificates, inspections and sales').check()
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByRole('dialog', { name: 'Your new key' }).getByLabel('Key', { exact: true }).inputValue()
  expect(key).toMatch(/^lk_/)
  await isAccessible(page)
  await turn(page)
  await expect(page.getByRole('dialog', { name: 'Your new key' }).getByLabel('Key', { exact: true }), 'it is shown once').toHaveValue(key)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.reload()
  await expect(page.getByText('Never used')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(key)

  expect(await callWithKey(key, 'GET', '/api/properties')).toMatchObject({ status: 200, body: [{ name: 'Priory Gardens' }] })
  expect(await callWithKey(key, 'POST', '/api/properties'), 'it may read alone').toMatchObject({ status: 403, body: { reason: 'SCOPE_MISSING' } })
  await page.reload()
  await expect(page.getByText(/^Last used /)).toBeVisible()

  await page.getByRole('button', { name: 'Revoke Bookkeeping' }).click()
  await page.getByRole('alertdialog', { name: 'Revoke Bookkeeping?' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(toast(page, 'Key Revoked')).toBeVisible()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  await expect.poll(async () => (await callWithKey(key, 'GET', '/api/properties')).status).toBe(401)
})

import { execFileSync } from 'node:child_process'
import { isAccessible } from './support/accessible'
import { addProperty, joinAs, signUp, tokenOf } from './support/lintel'
import { heading, logIn, password, toast } from './support/screens'
import { expect, refused, signedIn } from './support/test'

signedIn('everything held about the account is downloaded as a file of JSON', async ({ page, account }) => {
  await page.goto('/settings/security')
  const download = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Your data' }).getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^lintel-my-data-\d{4}-\d\d-\d\d\.zip$/)
  const content = execFileSync('python3', ['-c', "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nprint('\\n'.join(z.read(n).decode() for n in z.namelist()))", await file.path()], { encoding: 'utf8' })
  expect(content).toContain(account.email)
  expect(content).not.toContain(account.password)
  await expect(toast(page, 'Your Data Has Been Downloaded')).toBeVisible()
})

signedIn.describe('deleting the account', () => {
  signedIn.use({ expectedErrors: refused(401, 422) })

  signedIn('asks first, signs out everywhere, and allows no sign-in afterwards', async ({ page, account, otherDevice }) => {
    await addProperty(await tokenOf(account), {})
    await otherDevice.goto('/')
    await expect(heading(otherDevice, 'Executive Dashboard')).toBeVisible()
    await page.goto('/settings/security')
    await page.getByRole('link', { name: 'Delete account' }).click()
    await expect(heading(page, 'Delete your account')).toBeVisible()
    await expect(page.getByText('Its 1 property, with', { exact: false })).toBeVisible()
    await isAccessible(page)
    await page.getByLabel('Type “delete my account”').fill('delete my account')
    await password(page).fill('not the password')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
    await password(page).fill(account.password)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(heading(page, 'Your account has been deleted')).toBeVisible()
    await expect(page).toHaveURL('/account-deleted')
    await isAccessible(page)

    await page.getByRole('link', { name: 'Go to login' }).click()
    await logIn(page, account)
    await expect(toast(page, 'Login Failed')).toBeVisible()
    await otherDevice.goto('/portfolio')
    await expect(heading(otherDevice, 'Sign in to Lintel')).toBeVisible()
  })
})

signedIn.describe('the only Owner of an organisation with other members', () => {
  signedIn.use({ expectedErrors: refused(409) })

  signedIn('is told what to do first', async ({ page, account }) => {
    const colleague = await signUp()
    await joinAs(colleague, account)
    await page.goto('/settings/delete-account')
    await page.getByLabel('Type “delete my account”').fill('delete my account')
    await password(page).fill(account.password)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('region', { name: 'Confirm it’s you' }).getByText('Account Not Deleted')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Delete your account')).toBeVisible()
  })
})

import { heading } from './support/screens'
import { expect, refused, signedIn } from './support/test'

signedIn.describe('a tenant', () => {
  // The browser's note that no tenancy is linked.
  signedIn.use({ role: 'Tenant', expectedErrors: refused(404) })

  signedIn('without a tenancy is told so, and finds nothing at landlord addresses', async ({ page, account }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('Unable to load tenant information')).toBeVisible()
    await expect(page.getByRole('main').getByText(account.email)).toBeVisible()
    await page.goto('/portfolio')
    await expect(heading(page, 'Page Not Found')).toBeVisible()
    await page.goto('/tenant-dashboard')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  })
})

for (const role of ['Employer', 'Guarantor'] as const) {
  signedIn.describe(`a person of role ${role}`, () => {
    signedIn.use({ role })

    signedIn('sees an empty list of requests, and nothing at a landlord’s address', async ({ page, account }) => {
      await page.goto('/')
      await expect(heading(page, 'Reference Requests')).toBeVisible()
      await expect(page.getByText('No reference requests')).toBeVisible()
      await expect(page.getByRole('main').getByText(account.email)).toBeVisible()
      await page.goto('/portfolio')
      await expect(heading(page, 'Page Not Found')).toBeVisible()
    })
  })
}

signedIn('a landlord finds Page Not Found at unknown addresses, home at sign-up', async ({ page }) => {
  for (const path of ['/nowhere', '/tenant-dashboard', '/portfolio/7/nowhere']) {
    await page.goto(path)
    await expect(heading(page, 'Page Not Found')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await expect(heading(page, 'Executive Dashboard')).toBeVisible()
  await page.goto('/signup')
  await expect(heading(page, 'Executive Dashboard')).toBeVisible()
})

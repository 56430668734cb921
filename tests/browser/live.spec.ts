import { addProperty, tokenOf } from './support/lintel'
import { card, figure, heading } from './support/screens'
import { expect, signedIn } from './support/test'

signedIn('what is added at one device appears at the other by itself', async ({ page, otherDevice, account }) => {
  const listening = otherDevice.waitForResponse('**/api/events')
  await Promise.all([page.goto('/portfolio'), otherDevice.goto('/')])
  await expect(page.getByText('No Properties Yet')).toBeVisible()
  await expect(heading(otherDevice, 'Executive Dashboard')).toBeVisible()
  expect((await listening).status()).toBe(200)

  await addProperty(await tokenOf(account), { name: 'Priory Gardens', monthlyRent: '1425.00' })

  await expect(card(page, 'Priory Gardens')).toContainText('£1,425')
  await expect(figure(otherDevice, 'Monthly Income')).toContainText('£1,425')
  await expect(figure(otherDevice, 'Active Properties')).toContainText('1')
})

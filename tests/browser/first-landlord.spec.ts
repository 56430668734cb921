import { mailTo, somebody } from './support/lintel'
import { addDialog, card, describe, figure, heading, logIn, openAddProperty, register, save, toast } from './support/screens'
import { expect, test } from './support/test'

test('a landlord signs up, verifies by mail, logs in and builds a portfolio', async ({ page }) => {
  test.slow()
  const account = somebody()

  await test.step('sign up', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('radio', { name: 'Property Landlord' })).toBeChecked()
    await register(page, account)
    await expect(heading(page, 'Check your email')).toBeVisible()
    await expect(toast(page, 'Account Created Successfully!')).toBeVisible()
  })

  await test.step('follow the mailed link and log in', async () => {
    const { link } = await mailTo(account.email)
    expect(new URL(link).origin).toBe(new URL(page.url()).origin)
    await page.goto(link)
    await expect(heading(page, 'Email Verified!')).toBeVisible()
    await page.getByRole('link', { name: 'Go to login' }).click()
    await logIn(page, account)
    await expect(heading(page, 'Executive Dashboard')).toBeVisible()
    await expect(toast(page, 'Login Successful!')).toBeVisible()
  })

  await test.step('an empty portfolio says what to do', async () => {
    await page.getByRole('link', { name: 'Portfolio', exact: true }).click()
    await expect(heading(page, 'Portfolio')).toBeVisible()
    await expect(page.getByText('No Properties Yet')).toBeVisible()
    await expect(page.getByText('Start building your portfolio by adding your first property')).toBeVisible()
    await page.getByRole('link', { name: 'Add Your First Property' }).click()
  })

  await test.step('a house', async () => {
    const dialog = addDialog(page)
    await describe(dialog, { name: 'Victoria Terrace', address: '47 Victoria Terrace, Sheffield', postcode: 's118qt', type: 'House' })
    await dialog.getByLabel('Status').selectOption('Occupied')
    await dialog.getByLabel('Bedrooms').fill('3')
    await dialog.getByLabel('Purchase price').fill('£152,500')
    await dialog.getByLabel('Current value').fill('212000')
    await dialog.getByLabel('Monthly rent').fill('1095')
    await save(dialog)
    await expect(dialog).toBeHidden()
    await expect(toast(page, 'Property Added')).toBeVisible()
    await expect(card(page, 'Victoria Terrace')).toContainText('£1,095')
    await expect(card(page, 'Victoria Terrace')).toContainText('S11\u00a08QT')
    await expect(card(page, 'Victoria Terrace')).toContainText('Occupied')
  })

  await test.step('a flat with its lease', async () => {
    const dialog = await openAddProperty(page)
    await describe(dialog, { name: 'Corn Exchange Lofts', address: 'Flat 4, 31 Assembly Row, Leeds', postcode: 'LS2 7QB', type: 'Flat' })
    await dialog.getByLabel('Lease years remaining').fill('112')
    await dialog.getByLabel('Service charge per month').fill('118')
    await dialog.getByLabel('Ground rent per month').fill('20.83')
    await dialog.getByLabel('Purchase price').fill('168000')
    await dialog.getByLabel('Monthly rent').fill('1150')
    await expect(dialog.getByText('+£1,011.17')).toBeVisible()
    await expect(dialog.getByText('8.21%')).toBeVisible()
    await save(dialog)
    await expect(card(page, 'Corn Exchange Lofts')).toContainText('+£1,011')
    await expect(card(page, 'Corn Exchange Lofts')).toContainText('Vacant')
  })

  await test.step('a shared house with its rooms', async () => {
    const dialog = await openAddProperty(page)
    await describe(dialog, { name: 'Forest House', address: '61 Forest Road East, Nottingham', postcode: 'NG1 4QY', type: 'HMO' })
    await expect(dialog.getByLabel('Bedrooms')).toBeHidden()
    await dialog.getByLabel('Number of rooms').selectOption('3')
    for (const [index, rent] of ['530', '515.50', '540'].entries()) {
      await dialog.getByLabel(`Rent of room ${String(index + 1)}`).fill(rent)
    }
    await dialog.getByLabel('Room 2 is occupied').check()
    await expect(dialog.getByText('£1,585.50 per month, 1 of 3 occupied')).toBeVisible()
    await dialog.getByLabel('Purchase price').fill('289000')
    await save(dialog)
    await expect(card(page, 'Forest House')).toContainText('Partially Occupied')
    await expect(card(page, 'Forest House')).toContainText('£1,586')
  })

  await test.step('the figures of Portfolio', async () => {
    await expect(figure(page, 'Properties')).toContainText('3')
    await expect(figure(page, 'Portfolio value')).toContainText('£669,000')
    await expect(figure(page, 'Monthly income')).toContainText('£3,831')
    await expect(figure(page, 'Monthly profit')).toContainText('+£3,692')
  })

  await test.step('the figures of the Dashboard', async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(figure(page, 'Monthly Net Profit')).toContainText('£3,692')
    await expect(figure(page, 'Monthly Net Profit')).toContainText('Profitable portfolio')
    await expect(figure(page, 'Monthly Income')).toContainText('£3,831')
    await expect(figure(page, 'Portfolio Value')).toContainText('£669,000')
    await expect(figure(page, 'Active Properties')).toContainText('3')
  })
})

import { isAccessible } from './support/accessible'
import { addProperty, addTenant, confirmHome, dayFromNow, mailedLink, ask, signUp, tokenOf } from './support/lintel'
import { toast } from './support/screens'
import { expect, signedIn } from './support/test'

/** Saves something whole, as its form does. */
async function put(token: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  const reply = await ask(path, { method: 'PUT', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${String(reply.status)} ${await reply.text()}`)
}

signedIn.describe('what a tenant does of their home', () => {
  signedIn.use({ role: 'Tenant' })

  signedIn('writes, asks for a pet, changes the phone and gives notice by email', async ({ page, account }) => {
    signedIn.slow()
    const landlord = await signUp()
    const token = await tokenOf(landlord)
    await put(token, '/api/organisation/landlord', {
      kind: 'person',
      names: ['Helen Okafor'],
      tradingAs: 'Okafor Lettings',
      noticeAddress: '4 Queen Charlotte Court, Bristol BS1 4HE',
      contactName: 'Helen Okafor',
      contactPhone: '0117 496 0140',
      contactEmail: landlord.email,
    })
    const propertyId = await addProperty(token, { name: 'Ashmead House', status: 'Vacant' })
    const tenant = await addTenant(token, { propertyId, name: account.name, email: account.email, tenancyRent: '900.00', depositAmount: '1000.00', leaseStart: dayFromNow(-40) })
    await put(token, `/api/tenants/${String(tenant)}/deposit`, { receivedDate: dayFromNow(-38), scheme: 'DPS', schemeReference: '40718803', protectedDate: dayFromNow(-37) })
    await confirmHome(await tokenOf(account))

    await page.goto('/tenant-dashboard')
    const lets = page.getByRole('region', { name: 'Your landlord' })
    await expect(lets.getByText('Helen Okafor, Okafor Lettings')).toBeVisible()
    await expect(lets.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:01174960140')
    await expect(lets.getByText('Address for notices: 4 Queen Charlotte Court, Bristol BS1 4HE')).toBeVisible()
    const deposit = page.getByRole('region', { name: 'Deposit' })
    await expect(deposit.getByText('£1,000.00')).toBeVisible()
    await expect(deposit.getByText('DPS 40718803')).toBeVisible()
    await isAccessible(page)

    await page.getByRole('button', { name: /^Write about something else/ }).click()
    const letter = page.getByRole('dialog', { name: 'Write about something else' })
    await letter.getByRole('button', { name: 'Send' }).click()
    await expect(letter.getByText('Write your message, at most 1,000 characters.').first()).toBeVisible()
    await letter.getByLabel('Message').fill('May I use the parking space behind the house?')
    await isAccessible(page)
    await letter.getByRole('button', { name: 'Send' }).click()
    await expect(toast(page, 'Sent')).toBeVisible()
    await mailedLink(landlord.email, /May I use the parking space behind the house\?/)

    await page.getByRole('button', { name: /^Ask for a pet/ }).click()
    const pet = page.getByRole('dialog', { name: 'Ask for a pet' })
    await pet.getByLabel('The pet').fill('A small dog, 4 years old')
    await pet.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(toast(page, 'Your landlord was asked')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Ask for a pet A small dog, 4 years old: to be answered by/ })).toBeVisible()
    await mailedLink(landlord.email, /A small dog, 4 years old/)

    await page.getByRole('button', { name: /^Change your phone or address/ }).click()
    const reach = page.getByRole('dialog', { name: 'Change your phone or address' })
    await reach.getByLabel('Phone number').fill('07700 900337')
    await reach.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: /^Change your phone or address 07700 900337/ })).toBeVisible()

    await page.getByRole('button', { name: /^Give notice Earliest last day/ }).click()
    const notice = page.getByRole('dialog', { name: 'Give notice' })
    await expect(notice.getByText(/Notice can only be withdrawn if your landlord agrees/)).toBeVisible()
    await isAccessible(page)
    await notice.getByRole('button', { name: 'Give notice' }).click()
    await expect(toast(page, 'Notice given')).toBeVisible()
    await expect(page.getByText(/^Your last day is \d+ \w+ \d{4}\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Give notice/ })).toHaveCount(0)
    await mailedLink(landlord.email, /has given notice for/)
    await mailedLink(account.email, /Please keep this email as proof of the notice/)
  })
})

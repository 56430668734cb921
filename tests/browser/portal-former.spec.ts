import { isAccessible } from './support/accessible'
import { act, addCertificate, addProperty, addTenant, ask, confirmHome, dayFromNow, mailedLink, signUp, tokenOf, upload } from './support/lintel'
import { toast } from './support/screens'
import { expect, signedIn } from './support/test'

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')

signedIn.describe('a tenant, and whoever was one', () => {
  signedIn.use({ role: 'Tenant' })

  signedIn('reads the certificates, and later says whether the deposit is right', async ({ page, account }) => {
    signedIn.slow()
    const landlord = await signUp()
    const token = await tokenOf(landlord)
    const propertyId = await addProperty(token, { name: 'Ashmead House', status: 'Vacant' })
    const certificateUrl = await upload(token, 'gas.pdf', pdf, '?kind=document')
    await addCertificate(token, { propertyId, certificateType: 'Gas Safety', expiryDate: dayFromNow(-2), certificateUrl })
    await addCertificate(token, { propertyId, certificateType: 'EICR', expiryDate: dayFromNow(400) })
    const tenant = await addTenant(token, { propertyId, name: account.name, email: account.email, tenancyRent: '900.00', depositAmount: '700.00', leaseStart: dayFromNow(-40) })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const deposit = { receivedDate: dayFromNow(-38), scheme: 'DPS', schemeReference: '40718790', protectedDate: dayFromNow(-37) }
    const kept = await ask(`/api/tenants/${String(tenant)}/deposit`, { method: 'PUT', headers, body: JSON.stringify(deposit) })
    expect(kept.ok).toBe(true)
    const own = await tokenOf(account)
    await confirmHome(own)

    await page.goto('/tenant-dashboard')
    await page.getByRole('button', { name: /^Certificates Gas Safety expired on \S+ 1 other in date\.$/ }).click()
    const papers = page.getByRole('dialog', { name: 'Certificates' })
    await expect(papers.getByRole('heading', { name: 'EICR' })).toBeVisible()
    await isAccessible(page)
    const document = page.waitForResponse((reply) => reply.url().includes('/document?tenancyId='))
    await papers.getByRole('button', { name: 'Open Gas Safety' }).click()
    const read = await document
    expect([read.status(), read.headers()['content-disposition']]).toEqual([200, 'attachment; filename="document.pdf"'])
    await papers.getByRole('button', { name: 'Close' }).last().click()

    await act(token, `/api/tenants/${String(tenant)}/end`, { leaseEnd: dayFromNow(-1) })
    // The bill comes after the end.
    const form = new FormData()
    for (const [name, value] of Object.entries({ kind: 'other', title: 'Locksmith' })) form.set(name, value)
    form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'bill.pdf')
    const bill = await ask(`/api/tenants/${String(tenant)}/documents`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
    const { id: billDocumentId } = (await bill.json()) as { id: number }
    await act(token, `/api/tenants/${String(tenant)}/deposit/return`, { returnDate: dayFromNow(0), returned: '685.00', deductions: 'A new key for the front door', billDocumentId })
    await page.reload()
    const returned = page.getByRole('region', { name: 'Deposit' })
    await expect(returned.getByText('Your answer is needed')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Certificates/ })).toHaveCount(0)
    await expect(returned.getByText('−£15.00')).toBeVisible()
    await isAccessible(page)
    const opened = page.waitForResponse((reply) => reply.url().includes(`/documents/${String(billDocumentId)}/content`))
    await returned.getByRole('button', { name: 'See the bill' }).click()
    expect((await opened).status()).toBe(200)
    await returned.getByRole('button', { name: 'I don’t agree' }).click()
    const no = page.getByRole('dialog', { name: 'I don’t agree' })
    await expect(no.getByRole('link', { name: 'www.depositprotection.com' })).toBeVisible()
    await no.getByLabel('Why not').fill('The key was never lost.')
    await isAccessible(page)
    await no.getByRole('button', { name: 'Send' }).click()
    await expect(returned.getByText(/you said that you don’t agree/)).toContainText('The key was never lost.')
    await mailedLink(landlord.email, /The\s+key\s+was\s+never\s+lost\./)
    await returned.getByRole('button', { name: 'I agree now' }).click()
    await expect(returned.getByText(/^You agreed on /)).toBeVisible()
    await mailedLink(landlord.email, /agrees\s+with\s+what\s+you\s+gave\s+back/)
    const seen = (await (await ask(`/api/tenants/${String(tenant)}/deposit`, { headers: { authorization: `Bearer ${token}` } })).json()) as { answers: { agreed: boolean; tenantName: string }[] }
    expect(seen.answers).toMatchObject([{ agreed: true, tenantName: account.name }])

    await page.getByRole('button', { name: 'Ask for a reference' }).click()
    const letter = page.getByRole('dialog', { name: 'Ask for a reference' })
    await expect(letter.getByLabel('Message')).toHaveValue(/my rent was £900 a month/)
    await letter.getByRole('button', { name: 'Send' }).click()
    await expect(toast(page, 'Sent')).toBeVisible()
    await mailedLink(landlord.email, /rent\s+was\s+£900\s+a\s+month/)
  })
})

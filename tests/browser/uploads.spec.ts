import { tokenOf, upload } from './support/lintel'
import { expect, signedIn } from './support/test'

/** A red dot, and behind it what a browser that guessed would run. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const script = '<!doctype html><script>window.__pwned = 1; alert(1)</script>'
const image = Buffer.concat([dot, Buffer.from(script)])
const document = Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% ${script}\ntrailer << /Root 1 0 R >>\n%%EOF\n`)

const protection = {
  'content-security-policy': "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

signedIn.describe('the sandbox', () => {
  // The browser's own picture viewer tries more than it may, and reports that it may not.
  signedIn.use({ expectedErrors: /Content Security Policy directive|^Blocked script execution/ })

  signedIn('a browser that opens an uploaded picture shows it and runs nothing', async ({ page, account }) => {
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const address = await upload(await tokenOf(account), 'evil.html', image)
    // The browser's own read cookie is enough.
    const reply = await page.goto(address)
    expect(reply?.status()).toBe(200)
    expect(reply?.headers()).toMatchObject({
      ...protection,
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="photo.png"',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect((await reply?.body())?.includes('__pwned')).toBe(false)
    await expect(page.locator('img')).toHaveCount(1)
    expect(await page.evaluate(() => '__pwned' in window)).toBe(false)
    expect(dialogs).toEqual([])
  })
})

signedIn('a document is downloaded under a name of ours, never opened', async ({ page, account }) => {
  const address = await upload(await tokenOf(account), '../../evil.html', document, '?kind=document')
  await page.goto('/')
  const reply = await page.request.get(address)
  expect(reply.headers()).toMatchObject({
    ...protection,
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="document.pdf"',
    'cache-control': 'private, no-store',
  })
  const [download] = await Promise.all([page.waitForEvent('download'), page.evaluate((to) => void window.open(to, '_self'), address)])
  expect(download.suggestedFilename()).toBe('document.pdf')
})

signedIn('a stranger gets no file', async ({ page, account, browser, baseURL }) => {
  const address = await upload(await tokenOf(account), 'photo.png', image)
  expect((await page.request.get(address)).status()).toBe(200)
  // Without saying so, a new context brings this account's cookies along.
  const stranger = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } })
  expect((await stranger.request.get(address)).status()).toBe(401)
  await stranger.close()
})

import { expect, test } from './support/test'

test('the document has a strict policy and its own nonce, and is not stored', async ({ request }) => {
  const [first, second] = [await request.get('/portfolio'), await request.get('/portfolio')]
  const policy = first.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(policy).not.toBe(second.headers()['content-security-policy'])
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  expect(await first.text()).toContain(`nonce="${String(nonce)}"`)
  expect(first.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  })
})

test('scripts are kept for good, and one that is gone is no page', async ({ request }) => {
  const script = /\/assets\/[^"]+\.js/.exec(await (await request.get('/')).text())?.[0]
  expect((await request.get(String(script))).headers()['cache-control']).toContain('immutable')
  expect((await request.get('/assets/gone.js')).status()).toBe(404)
})

test.describe('a page that names a picture of another host', () => {
  test.use({ expectedErrors: /pictures\.example.*Content Security Policy.*img-src/s })

  test('no picture is loaded from another host', async ({ page }) => {
    const asked: string[] = []
    await page.route('https://pictures.example/**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
    })
    await page.goto('/')
    const stopped = await page.evaluate(
      () =>
        new Promise<string>((tell) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => tell(`${effectiveDirective} ${blockedURI}`))
          const picture = document.createElement('img')
          picture.addEventListener('load', () => tell('loaded'))
          picture.src = 'https://pictures.example/1.jpg'
          document.body.append(picture)
        }),
    )
    expect(stopped).toBe('img-src https://pictures.example/1.jpg')
    expect(asked).toEqual([])
  })
})

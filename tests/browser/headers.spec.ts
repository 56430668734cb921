import { expect, test } from './support/test'

test('the document comes with a strict policy and a nonce of its own, and is never stored', async ({ request }) => {
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

import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { aUser } from '@/test/factories'
import { someTenantMails } from '@/test/mailFactories'
import { renderApp } from '@/test/renderApp'
import { answer } from '@/test/server'
import { tenantMails as texts } from './messages'

it('switches a kind of mails off, and shows its text', async () => {
  const saved = answer('put', '/api/organisation/tenant-mails', () => HttpResponse.json(someTenantMails()))
  answer('get', '/api/organisation/tenant-mails/receipt', () => HttpResponse.json({ name: 'Sam Taylor', email: 'sam@example.com', subject: 'Your payment was received', text: 'Thank you.' }))
  const app = renderApp('/settings/notifications', { user: aUser() })
  await app.user.click(await screen.findByRole('switch', { name: texts.kinds.receipt.name }))
  expect(await screen.findByText(texts.saved)).toBeVisible()
  expect(saved.bodies).toEqual([{ off: ['receipt'] }])
  await app.user.click(screen.getByRole('button', { name: texts.seeOf(texts.kinds.receipt.name) }))
  expect(await within(await screen.findByRole('dialog', { name: texts.kinds.receipt.name })).findByText('Thank you.')).toBeVisible()
})

it('leaves what the law asks for on, and everything to read for a Viewer', async () => {
  renderApp('/settings/notifications', { user: aUser() })
  const law = await screen.findByRole('switch', { name: texts.kinds['entry-notice'].name })
  expect(law).toBeChecked()
  expect(law).toBeDisabled()
  expect(law).toHaveAccessibleDescription(`${texts.kinds['entry-notice'].hint}. ${texts.law}`)
})

it('a Viewer switches nothing', async () => {
  renderApp('/settings/notifications', { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }) })
  expect(await screen.findByRole('switch', { name: texts.kinds.receipt.name })).toBeDisabled()
})

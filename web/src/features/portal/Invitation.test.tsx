import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { common } from '@/lib/messages'
import { aToken, aUser, aUserWith } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aPortal } from '@/test/tenantFactories'
import { endedLink } from '@/ui/endedLink.messages'
import { login } from '../auth/login.messages'
import { invitation as texts, portal } from './messages'

const user = aUserWith('Tenant')
const path = '/portal-invitation?token=secret'
const call = '/api/portal-invitations/secret'
const home = { organisationName: 'Harbour Homes', propertyAddress: '88 Linden Avenue, Manchester', propertyPostcode: 'M21 9QJ' }
const address = '88 Linden Avenue, Manchester M21\u00a09QJ'

const open = () => answer('get', call, () => HttpResponse.json(home))

describe('an invitation to the portal', () => {
  it('says whose account it is, adds the home on a tap and shows it', async () => {
    open()
    const sent = answer('post', `${call}/accept`, () => HttpResponse.json({ tenancyId: 4 }))
    answer('get', '/api/tenant-portal', () => HttpResponse.json(aPortal()))
    const app = renderApp(path, { user })
    expect(await screen.findByRole('heading', { name: address })).toBeVisible()
    // The secret leaves the address at once.
    expect(app.address()).toBe('/portal-invitation')
    expect(screen.getByText(texts.lead('Harbour Homes'))).toBeVisible()
    expect(screen.getByText(texts.whose(user.email))).toBeVisible()
    expect(sent.bodies).toHaveLength(0)
    await app.user.click(screen.getByRole('button', { name: portal.yes }))
    expect(await screen.findByText(texts.addedText('88 Linden Avenue, Manchester M21 9QJ'))).toBeVisible()
    expect(await screen.findByText('Ashmead House')).toBeVisible()
    expect(app.address()).toBe('/tenant-dashboard?tenancy=4')
    expect(sent.bodies).toHaveLength(1)
  })

  it('leads through the sign-in and comes back', async () => {
    open()
    answer('post', '/api/auth/login', () => HttpResponse.json({ token: aToken(), user }))
    const app = renderApp(path)
    expect(await screen.findByText(texts.signInFirst)).toBeVisible()
    expect(screen.queryByRole('button', { name: portal.yes })).toBeNull()
    expect(screen.getByRole('link', { name: texts.create })).toHaveAttribute('href', '/signup')
    await app.user.click(screen.getByRole('button', { name: texts.signIn }))
    expect(await screen.findByRole('heading', { level: 1, name: texts.signInTitle })).toBeVisible()
    await app.user.type(screen.getByLabelText(login.email), user.email)
    await app.user.type(screen.getByLabelText(login.password), 'Correct-horse-7')
    await app.user.click(screen.getByRole('button', { name: login.submit }))
    expect(await screen.findByText(texts.whose(user.email))).toBeVisible()
    expect(screen.getByRole('button', { name: portal.yes })).toBeVisible()
  })

  it('asks for a tenant’s account where another one is signed in', async () => {
    open()
    renderApp(path, { user: aUser() })
    expect(await screen.findByText(texts.wrongKind)).toBeVisible()
    expect(screen.queryByRole('button', { name: portal.yes })).toBeNull()
    expect(screen.getByRole('button', { name: texts.other })).toBeVisible()
  })

  it.each([
    [404, 'LINK_INVALID', texts.invalid],
    [410, 'LINK_EXPIRED', endedLink.expired],
    [410, 'LINK_CLOSED', endedLink.closed],
    [409, 'LINK_SPENT', texts.spent],
  ])('says at %i what became of a link that is over (%s)', async (status, reason, title) => {
    answer('get', call, () => problem(status, { reason }))
    renderApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  it('says that it was used by another tap meanwhile', async () => {
    open()
    answer('post', `${call}/accept`, () => problem(409, { reason: 'LINK_SPENT' }))
    const app = renderApp(path, { user })
    await app.user.click(await screen.findByRole('button', { name: portal.yes }))
    expect(await screen.findByRole('heading', { level: 1, name: texts.spent })).toBeVisible()
    expect(screen.getByRole('link', { name: texts.toPortal })).toHaveAttribute('href', '/tenant-dashboard')
  })

  it('says when the tap was not kept, and that it can be repeated', async () => {
    open()
    const sent = answer('post', `${call}/accept`, () => problem(422, { detail: 'Later.' }))
    const app = renderApp(path, { user })
    await app.user.click(await screen.findByRole('button', { name: portal.yes }))
    expect(await screen.findByText(texts.failed)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: portal.yes }))
    await waitFor(() => expect(sent.bodies).toHaveLength(2))
  })

  it('can be opened again when the connection was away', async () => {
    answer('get', call, () => problem(403, { detail: 'No.' }))
    const app = renderApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: texts.openFailed })).toBeVisible()
    open()
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    expect(await screen.findByRole('heading', { name: address })).toBeVisible()
  })
})

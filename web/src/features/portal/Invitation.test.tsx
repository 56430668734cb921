import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { common } from '@/lib/messages'
import { aProperty, aToken, aUser, aUserWith } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aPortal } from '@/test/tenantFactories'
import { endedLink } from '@/ui/endedLink.messages'
import { login } from '../auth/login.messages'
import { signUp } from '../auth/signUp.messages'
import { manualVerify, verify } from '../auth/verify.messages'
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
    expect(screen.getByRole('link', { name: texts.create })).toHaveAttribute('href', '/signup?role=Tenant&next=%2Fportal-invitation')
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
    renderApp(path, { user: aUserWith('Guarantor') })
    expect(await screen.findByText(texts.wrongKind)).toBeVisible()
    expect(screen.queryByRole('button', { name: portal.yes })).toBeNull()
    expect(screen.queryByRole('button', { name: texts.become })).toBeNull()
    expect(screen.getByRole('button', { name: texts.other })).toBeVisible()
  })

  it('leaves a landlord’s account with homes as it is', async () => {
    open()
    answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
    answer('get', '/api/sold-properties', () => HttpResponse.json([]))
    renderApp(path, { user: aUser() })
    expect(await screen.findByText(texts.landlords)).toBeVisible()
    expect(screen.queryByRole('button', { name: texts.become })).toBeNull()
    expect(screen.getByRole('button', { name: texts.other })).toBeVisible()
  })

  it('turns an empty landlord’s account into a tenant’s, after the sign-in', async () => {
    open()
    answer('get', '/api/properties', () => HttpResponse.json([]))
    answer('get', '/api/sold-properties', () => HttpResponse.json([]))
    answer('get', '/api/two-factor', () => HttpResponse.json({ enabled: true, since: '2026-11-20T09:00:00Z', recoveryCodesLeft: 10 }))
    const asked = answer('post', '/api/account/become-tenant', (count) =>
      count === 1 ? problem(422, { reason: 'PASSWORD_WRONG', errors: { password: ['This is not your password.'] } }) : HttpResponse.json({ message: 'Done.' }),
    )
    const app = renderApp(path, { user: aUser() })
    await app.user.click(await screen.findByRole('button', { name: texts.become }))
    const dialog = within(await screen.findByRole('dialog', { name: texts.become }))
    expect(dialog.getByText(texts.becomeText('Okafor Lettings'))).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: texts.becomeSubmit }))
    expect((await dialog.findAllByText(texts.passwordMissing))[0]).toBeVisible()
    await app.user.type(dialog.getByLabelText(texts.password), 'Correct-horse-7')
    await app.user.type(dialog.getByLabelText(new RegExp(`^${texts.code}`)), ' 123456 ')
    await app.user.click(dialog.getByRole('button', { name: texts.becomeSubmit }))
    expect((await dialog.findAllByText('This is not your password.'))[0]).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: texts.becomeSubmit }))
    expect(await screen.findByText(texts.becameText)).toBeVisible()
    expect(asked.bodies).toEqual([
      { password: 'Correct-horse-7', code: '123456' },
      { password: 'Correct-horse-7', code: '123456' },
    ])
    expect(await screen.findByRole('button', { name: texts.signIn })).toBeVisible()
    expect(app.address()).toBe('/portal-invitation')
  })

  it('says that others share the organisation', async () => {
    open()
    answer('get', '/api/properties', () => HttpResponse.json([]))
    answer('get', '/api/sold-properties', () => HttpResponse.json([]))
    answer('post', '/api/account/become-tenant', () => problem(409, { reason: 'ORGANISATION_SHARED', detail: 'Other people belong to this account’s organisation.' }))
    const app = renderApp(path, { user: aUser() })
    await app.user.click(await screen.findByRole('button', { name: texts.become }))
    const dialog = within(await screen.findByRole('dialog', { name: texts.become }))
    await app.user.type(dialog.getByLabelText(texts.password), 'Correct-horse-7')
    await app.user.click(dialog.getByRole('button', { name: texts.becomeSubmit }))
    expect((await dialog.findAllByText('Other people belong to this account’s organisation.'))[0]).toBeVisible()
  })

  it('begins a tenant’s sign-up with the invited address, and returns to it', async () => {
    open()
    const sent = answer('post', '/api/auth/signup', () => HttpResponse.json({ user, emailSent: true }))
    answer('post', '/api/auth/verify-manual', () => HttpResponse.json({ message: 'Verified.' }))
    const app = renderApp(`${path}#email=ann%40mail.example`)
    await app.user.click(await screen.findByRole('link', { name: texts.create }))
    expect(await screen.findByRole('radio', { name: new RegExp(`^${signUp.roles.Tenant.label}`) })).toBeChecked()
    expect(screen.getByLabelText(signUp.email)).toHaveValue('ann@mail.example')
    expect(app.address()).toBe('/signup?role=Tenant&next=%2Fportal-invitation')
    await app.user.type(screen.getByLabelText(signUp.name), 'Ann Smith')
    await app.user.type(screen.getByLabelText(signUp.password), 'Correct-horse-7')
    await app.user.type(screen.getByLabelText(signUp.confirmPassword), 'Correct-horse-7')
    await app.user.click(screen.getByRole('button', { name: signUp.submit }))
    await waitFor(() => expect(sent.bodies[0]).toMatchObject({ role: 'Tenant', email: 'ann@mail.example' }))
    await app.user.type(await screen.findByLabelText(manualVerify.code), 'ABCD-EFGH')
    await app.user.click(screen.getByRole('button', { name: manualVerify.submit }))
    await app.user.click(await screen.findByRole('link', { name: verify.goToLogin }))
    expect(await screen.findByText(texts.signInFirst)).toBeVisible()
    expect(app.address()).toBe('/portal-invitation')
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

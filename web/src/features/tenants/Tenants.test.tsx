import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { common } from '@/lib/messages'
import { setViewport } from '@/test/browser'
import { aProperty, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aTenant, someTenantFigures } from '@/test/tenantFactories'
import { endForm, form } from './form.messages'
import { details, tenants as texts } from './messages'
import { next } from './rent/messages'

const user = aUser()
const list = '/api/tenants'
const ended = aTenant({ id: 8, name: 'Ben Ashworth', leaseStatus: 'Ended', leaveDate: '2026-10-31' })

/** The list's answers: who is current, and who has left. */
function people(current: ReturnType<typeof aTenant>[], previous = [ended]) {
  const asked = answer('get', list, () => HttpResponse.json(asked.queries.at(-1)?.leaseStatus === 'Ended' ? previous : current))
  return asked
}

describe('the list', () => {
  it('shows the figures and who lives where, by shared house with totals', async () => {
    people([
      aTenant({ id: 1, propertyId: 12, propertyName: 'Ashmead House', roomNumber: '1', name: 'Marta Kowalczyk', rentAmount: '575.00', leaveDate: '2027-01-31' }),
      aTenant(),
    ])
    const room = (id: number, isOccupied: boolean) => ({ id, roomNumber: String(id), name: `Room ${String(id)}`, monthlyRent: '610.00', askingRent: '610.00', isOccupied })
    answer('get', '/api/properties', () => HttpResponse.json([aProperty({ id: 12, name: 'Ashmead House', propertyType: 'HMO', rooms: [room(1, true), room(4, false)] })]))
    renderApp('/tenants', { user })
    const table = within(await screen.findByRole('table', { name: texts.active }))
    const figures = within(screen.getByRole('region', { name: texts.figures }))
    expect(await figures.findByText('£16,640')).toBeVisible()
    expect(figures.getByText(texts.income)).toBeVisible()
    expect(table.getByRole('link', { name: 'Marta Kowalczyk' })).toHaveAttribute('href', '/tenants/1')
    expect(table.getByText('Leaves 31/01/2027')).toBeVisible()
    expect(await table.findByText(/HMO, 1 of 2 rooms let/)).toHaveTextContent('Room 4 is vacant: Invite Tenants')
    expect(table.getByRole('link', { name: texts.invite })).toHaveAttribute('href', '/tenant-application-link?property=12')
    expect(table.getByRole('row', { name: /Total of 2 tenants £2,050/ })).toBeVisible()
    expect(table.getByRole('link', { name: '07700 900339, James Adeyemi' })).toHaveAttribute('href', 'tel:07700900339')
    const previous = within(await screen.findByRole('table', { name: texts.previous }))
    expect(previous.getByText('31/10/2026')).toBeVisible()
  })

  it('says on phones Total Rent, and has cards with phone and email', async () => {
    setViewport({ width: 360 })
    people([aTenant()])
    renderApp('/tenants', { user })
    const card = within(await screen.findByRole('article'))
    expect(screen.getByText(texts.incomeMobile)).toBeVisible()
    expect(card.getByRole('link', { name: 'Email, James Adeyemi' })).toHaveAttribute('href', 'mailto:james@mail.example')
    expect(card.getByText('james@mail.example')).toBeVisible()
    expect(screen.getByRole('link', { name: texts.bank })).toHaveAttribute('href', '/portfolio/bank')
  })

  it('says in the words of the specification that there is nobody', async () => {
    people([], [])
    answer('get', '/api/tenants/analytics', () => HttpResponse.json(someTenantFigures({ activeTenants: 0, totalTenants: 0, previousTenants: 0, monthlyRent: '0.00', occupiedProperties: 0 })))
    const app = renderApp('/tenants', { user })
    expect(await screen.findByText('No active tenants')).toBeVisible()
    expect(await screen.findByText('No previous tenants')).toBeVisible()
    expect(screen.queryByRole('link', { name: texts.bank })).toBeNull()
    await app.user.click(within(screen.getByRole('region', { name: texts.active })).getByRole('link', { name: texts.add }))
    expect(await screen.findByRole('dialog', { name: form.addTitle })).toBeVisible()
  })

  it('narrows to leavers and to a property in the address, and clears', async () => {
    people([aTenant({ leaveDate: '2027-01-31' }), aTenant({ id: 6, name: 'Owen Fairclough', propertyId: 43, propertyName: 'Marlowe Court' })])
    const app = renderApp('/tenants', { user })
    await app.user.click(await screen.findByRole('radio', { name: 'Leaving 1' }))
    expect(app.address()).toBe('/tenants?show=leaving')
    expect(screen.queryByRole('link', { name: 'Owen Fairclough' })).toBeNull()
    answer('get', '/api/properties/43', () => HttpResponse.json(aProperty({ id: 43, name: 'Marlowe Court' })))
    await app.user.selectOptions(screen.getByLabelText(texts.property), 'Marlowe Court')
    expect(await screen.findByText(texts.noneFound)).toBeVisible()
    await app.user.click(screen.getByRole('link', { name: 'Clear filters' }))
    expect(await screen.findByRole('link', { name: 'Owen Fairclough' })).toBeVisible()
    expect(app.address()).toBe('/tenants')
  })

  it('folds a group', async () => {
    people([aTenant({ id: 1, propertyId: 12, propertyName: 'Ashmead House', roomNumber: '1', name: 'Marta Kowalczyk' })])
    const app = renderApp('/tenants', { user })
    const fold = await screen.findByRole('button', { name: 'Ashmead House' })
    await app.user.click(fold)
    expect(screen.queryByRole('link', { name: 'Marta Kowalczyk' })).toBeNull()
    expect(fold).toHaveAttribute('aria-expanded', 'false')
  })

  it('has only the rows near the window in the page when there are hundreds', async () => {
    people(Array.from({ length: 300 }, (_, index) => aTenant({ id: index + 1, name: `Tenant ${String(index + 1)}` })))
    renderApp('/tenants', { user })
    await screen.findByRole('link', { name: 'Tenant 1' })
    await waitFor(() => expect(screen.getByRole('table', { name: texts.active })).toHaveAttribute('aria-rowcount', '302'))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Tenant 200' })).toBeNull())
  })

  it('starts a tenancy whose day has come, as it was shown', async () => {
    const upcoming = aTenant({ leaseStatus: 'Upcoming', leaseStart: '2026-01-01', version: 7 })
    people([upcoming, aTenant({ id: 6, name: 'Zoe Later', leaseStatus: 'Upcoming', leaseStart: '2999-01-01' })])
    const asked = answer('post', '/api/tenants/5/start', () => HttpResponse.json(aTenant()))
    const app = renderApp('/tenants', { user })
    const panel = within(await screen.findByRole('region', { name: texts.upcoming }))
    expect(panel.getAllByRole('button')).toHaveLength(1)
    await app.user.click(panel.getByRole('button', { name: `${texts.start}, James Adeyemi` }))
    expect(await screen.findByText(texts.started)).toBeVisible()
    expect(asked.headers[0]?.get('if-match')).toBe('"7"')
  })

  it('leads to the application’s steps if there is an agreement, from both', async () => {
    const agreed = aTenant({ leaseStatus: 'Upcoming', leaseStart: '2026-01-01', applicationId: 40, agreementApplicationId: 41 })
    people([agreed])
    answer('get', '/api/tenants/5', () => HttpResponse.json(agreed))
    const app = renderApp('/tenants', { user })
    const panel = within(await screen.findByRole('region', { name: texts.upcoming }))
    const way = { name: `${texts.moveInSteps}, James Adeyemi` }
    expect(panel.getByRole('link', way)).toHaveAttribute('href', '/landlord-applications/41')
    expect(panel.queryByRole('button')).toBeNull()
    await app.user.click(panel.getByRole('link', { name: 'James Adeyemi' }))
    const shown = within(await screen.findByRole('dialog', { name: `${details.title} James Adeyemi` }))
    expect(await shown.findByText(next.beginBySteps)).toBeVisible()
    expect(shown.getByRole('link', way)).toHaveAttribute('href', '/landlord-applications/41')
    expect(shown.queryByRole('button', { name: new RegExp(texts.start) })).toBeNull()
  })

  it('says before the first day where a tenancy with an agreement begins', async () => {
    const agreed = aTenant({ leaseStatus: 'Upcoming', leaseStart: '2999-01-01', agreementApplicationId: 41 })
    people([agreed])
    answer('get', '/api/tenants/5', () => HttpResponse.json(agreed))
    renderApp('/tenants/5', { user })
    const shown = within(await screen.findByRole('dialog', { name: `${details.title} James Adeyemi` }))
    expect(shown.getByText(texts.beginsBySteps('1 January 2999'))).toBeVisible()
    expect(shown.getByRole('link', { name: `${texts.moveInSteps}, James Adeyemi` })).toBeVisible()
  })

  it('has nothing to change for a Viewer', async () => {
    people([aTenant({ leaseStatus: 'Upcoming', leaseStart: '2026-01-01' })])
    const viewer = aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } })
    renderApp('/tenants', { user: viewer })
    await screen.findByRole('region', { name: texts.upcoming })
    expect(screen.queryByRole('button', { name: new RegExp(texts.start) })).toBeNull()
    expect(screen.queryByRole('link', { name: texts.add })).toBeNull()
  })

  it('says what could not be loaded', async () => {
    answer('get', list, () => problem(403, { detail: 'No.' }))
    renderApp('/tenants', { user })
    expect(await screen.findByText(common.couldNotLoad(texts.active))).toBeVisible()
  })
})

describe('Tenant Details', () => {
  const open = (tenant = aTenant()) => {
    people([tenant])
    answer('get', `/api/tenants/${String(tenant.id)}`, () => HttpResponse.json(tenant))
    return renderApp(`/tenants/${String(tenant.id)}`, { user })
  }
  const dialog = async () => within(await screen.findByRole('dialog', { name: `${details.title} James Adeyemi` }))

  it('shows the tenancy and the person, and closes to the list', async () => {
    const app = open(aTenant({ employmentStatus: 'full-time', leaseEnd: '2027-03-31' }))
    const shown = await dialog()
    expect(shown.getByText('£1,475.00')).toBeVisible()
    expect(shown.getByText('31/03/2027')).toBeVisible()
    expect(shown.getByText('Full-time')).toBeVisible()
    expect(shown.queryByText(details.share)).toBeNull()
    expect(shown.getByRole('link', { name: 'Linden Avenue' })).toHaveAttribute('href', '/portfolio/42')
    await app.user.click(shown.getByRole('button', { name: common.close }))
    await waitFor(() => expect(app.address()).toBe('/tenants'))
  })

  it('says that there is no such tenant', async () => {
    people([])
    answer('get', '/api/tenants/99', () => problem(404))
    renderApp('/tenants/99', { user })
    expect(await screen.findByText(details.goneText)).toBeVisible()
  })

  it('ends a tenant on a day, with the reason', async () => {
    const app = open()
    const asked = answer('post', '/api/tenants/5/end', () => HttpResponse.json(aTenant({ leaveDate: '2027-01-31' })))
    await app.user.click((await dialog()).getByRole('button', { name: details.end_ }))
    const question = within(await screen.findByRole('dialog', { name: endForm.title }))
    // No day is proposed: a press alone ends nothing.
    await app.user.click(question.getByRole('button', { name: endForm.title }))
    expect(await question.findAllByText(endForm.dayRequired)).not.toHaveLength(0)
    await app.user.type(question.getByLabelText(common.day), '31')
    await app.user.type(question.getByLabelText(common.month), '1')
    await app.user.type(question.getByLabelText(common.year), '2027')
    await app.user.type(question.getByLabelText(new RegExp(`^${endForm.reason}`)), 'Notice given')
    await app.user.click(question.getByRole('button', { name: endForm.title }))
    expect(await screen.findByText(endForm.ends('31/01/2027'))).toBeVisible()
    expect(asked.bodies).toEqual([{ leaseEnd: '2027-01-31', reason: 'Notice given', endedBy: null, noticeDate: null }])
    expect(asked.headers[0]?.get('if-match')).toBe('"2"')
  })

  it('merges another user’s save, and saves the typed values on top', async () => {
    const app = open()
    const asked = answer('patch', '/api/tenants/5', (count) => (count === 1 ? problem(412, { reason: 'STALE_ETAG' }) : HttpResponse.json(aTenant({ version: 4 }))))
    await app.user.click((await dialog()).getByRole('button', { name: details.edit }))
    const edit = within(await screen.findByRole('dialog', { name: form.editTitle }))
    expect(edit.getByRole('button', { name: form.save })).toBeDisabled()
    await app.user.clear(edit.getByLabelText(form.phone))
    await app.user.type(edit.getByLabelText(form.phone), '07700 222222')
    answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant({ version: 3, email: 'new@mail.example' })))
    await app.user.click(edit.getByRole('button', { name: form.save }))
    expect(await edit.findByText(form.changedTitle)).toBeVisible()
    expect(edit.getByLabelText(new RegExp(`^${form.email}`))).toHaveValue('new@mail.example')
    expect(edit.getByLabelText(form.phone)).toHaveValue('07700 222222')
    await app.user.click(edit.getByRole('button', { name: form.save }))
    expect(await screen.findByText(form.saved)).toBeVisible()
    expect(asked.bodies).toEqual([{ phone: '07700 222222' }, { phone: '07700 222222' }])
    expect(asked.headers[1]?.get('if-match')).toBe('"3"')
  })
})

describe('Add Tenant', () => {
  const house = aProperty({ id: 12, name: 'Ashmead House', postcode: 'BS6 7QD', propertyType: 'HMO' })
  const room = (id: number, isOccupied: boolean) => ({ id, roomNumber: String(id), name: `Room ${String(id)}`, monthlyRent: '610.00', askingRent: '610.00', isOccupied })

  async function open() {
    answer('get', '/api/properties', () => HttpResponse.json([house]))
    answer('get', '/api/properties/12', () => HttpResponse.json(house))
    answer('get', '/api/rooms/12', () => HttpResponse.json([room(1, true), room(4, false)]))
    people([aTenant({ id: 1, tenancyId: 31, propertyId: 12, propertyName: 'Ashmead House', roomNumber: '1', name: 'Marta Kowalczyk', tenancyRent: '575.00' })])
    const app = renderApp('/tenants?add=tenant&property=12', { user })
    const dialog = within(await screen.findByRole('dialog', { name: form.addTitle }))
    return { app, dialog, choose: async (name: RegExp) => app.user.selectOptions(await dialog.findByLabelText(form.room), await dialog.findByRole('option', { name })) }
  }

  it('adds somebody to a vacant room, with its rent', async () => {
    const asked = answer('post', list, () => HttpResponse.json(aTenant({ leaseStatus: 'Upcoming' }), { status: 201 }))
    const { app, dialog, choose } = await open()
    await choose(/^Room 4, vacant, £610/)
    await waitFor(() => expect(dialog.getByLabelText(form.rent)).toHaveValue('610.00'))
    await app.user.type(dialog.getByLabelText(form.name), 'Priyanka Shah')
    await app.user.type(dialog.getByLabelText(new RegExp(`^${form.email}`)), 'priyanka@mail.example')
    await app.user.type(dialog.getByLabelText(form.phone), '07700 900123')
    const start = within(dialog.getByRole('group', { name: form.start }))
    await app.user.type(start.getByLabelText(common.day), '1')
    await app.user.type(start.getByLabelText(common.month), '12')
    await app.user.type(start.getByLabelText(common.year), '2026')
    await app.user.click(dialog.getByLabelText(form.invite))
    const invited = answer('post', '/api/tenants/5/portal-invitation', () => HttpResponse.json({ message: 'Sent.' }, { status: 202 }))
    await app.user.click(dialog.getByRole('button', { name: form.addTitle }))
    expect(await screen.findByText(form.added)).toBeVisible()
    expect(screen.getByText(new RegExp(`${form.invited('priyanka@mail.example')}$`))).toBeVisible()
    expect(invited.headers).toHaveLength(1)
    expect(asked.bodies).toEqual([expect.objectContaining({ propertyId: 12, roomNumber: '4', leaseStart: '2026-12-01', tenancyRent: '610.00' })])
    await waitFor(() => expect(app.address()).toBe('/tenants?property=12'))
  })

  it('joins those who have the room, and asks nothing of their tenancy', async () => {
    const asked = answer('post', list, () => problem(409, { reason: 'TENANCY_ENDED', detail: 'The tenancy has ended.' }))
    const { app, dialog, choose } = await open()
    await choose(/^Room 1, Marta Kowalczyk/)
    await waitFor(() => expect(dialog.getByLabelText(new RegExp(`^${form.tenancy}`))).toHaveValue('31'))
    expect(dialog.queryByRole('group', { name: form.start })).toBeNull()
    await app.user.type(dialog.getByLabelText(form.name), 'Priyanka Shah')
    await app.user.type(dialog.getByLabelText(new RegExp(`^${form.email}`)), 'priyanka@mail.example')
    await app.user.type(dialog.getByLabelText(form.phone), '07700 900123')
    await app.user.click(dialog.getByRole('button', { name: form.addTitle }))
    expect(await screen.findByText('The tenancy has ended.')).toBeVisible()
    expect(asked.bodies).toEqual([expect.objectContaining({ tenancyId: 31, tenancyRent: null })])
  })
})

import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { common } from '@/lib/messages'
import { aUser } from '@/test/factories'
import { aContractor } from '@/test/maintenanceFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { contractorForm as form, contractors as texts } from './messages'
import { bodyOf, contractorMistakes, shownOf, valuesOf } from './model'

const user = aUser()
const call = '/api/contractors'
const open = (query = '', person = user) => renderApp(`/maintenance/contractors${query}`, { user: person })

beforeEach(() => {
  answer('get', call, () => HttpResponse.json([aContractor({ openRequests: 2 }), aContractor({ id: 5, name: 'Keystone Roofing', trade: 'Roofer', email: null, registration: null, notes: 'Two weeks ahead.' })]))
})

describe('the directory', () => {
  it('shows everybody’s trade, contact details and open work', async () => {
    open()
    expect(await screen.findByText('Gas engineer, Gas Safe 512904')).toBeVisible()
    expect(screen.getByRole('link', { name: 'jobs@severnside.example' })).toHaveAttribute('href', 'mailto:jobs@severnside.example')
    expect(screen.getAllByRole('link', { name: /^0117 496 0155/ })[0]).toHaveAttribute('href', 'tel:01174960155')
    expect(screen.getByText('2 open requests')).toBeVisible()
    expect(screen.getByText('Two weeks ahead.')).toBeVisible()
    expect(within(screen.getByRole('main')).getByRole('link', { name: texts.back })).toHaveAttribute('href', '/maintenance')
  })

  it('is filtered by trade and name in the address', async () => {
    const app = open('?trade=Roofer')
    expect(await screen.findByText('Keystone Roofing')).toBeVisible()
    expect(screen.queryByText('Severnside Heating Ltd')).toBeNull()
    await app.user.selectOptions(screen.getByLabelText(texts.trade), 'Plumber')
    expect(await screen.findByText(texts.noneFound)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('Severnside Heating Ltd')).toBeVisible()
    expect(app.address()).toBe('/maintenance/contractors')
  })

  it('can be asked for again, and says that it is empty', async () => {
    answer('get', call, () => problem(403))
    const app = open()
    expect(await screen.findByText(common.couldNotLoad(texts.list))).toBeVisible()
    answer('get', call, () => HttpResponse.json([]))
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    expect(await screen.findByText(texts.none)).toBeVisible()
  })

  it('is only read by a Viewer', async () => {
    open('', aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }))
    await screen.findByText('Keystone Roofing')
    expect(screen.queryByRole('button', { name: texts.add })).toBeNull()
    expect(screen.queryByRole('button', { name: new RegExp(`^${texts.edit}`) })).toBeNull()
  })
})

describe('a contractor', () => {
  it('is added; a gas engineer needs a registration', async () => {
    const added = answer('post', call, () => HttpResponse.json(aContractor(), { status: 201 }))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: texts.add }))
    const dialog = within(await screen.findByRole('dialog', { name: form.addTitle }))
    await app.user.selectOptions(dialog.getByLabelText(form.trade), 'Gas engineer')
    await app.user.click(dialog.getByRole('button', { name: form.addTitle }))
    const mistakes = within(await dialog.findByRole('alert')).getAllByRole('link')
    expect(mistakes.map(({ textContent }) => textContent)).toEqual([form.nameShort, form.phoneShort, form.registrationRequired])
    await app.user.type(dialog.getByLabelText(form.name), 'Aire Valley Heating')
    await app.user.type(dialog.getByLabelText(form.phone), '0113 496 0101')
    await app.user.type(dialog.getByLabelText(new RegExp(`^${form.registration}`)), 'Gas Safe 512907')
    await app.user.click(dialog.getByRole('button', { name: form.addTitle }))
    expect(await screen.findByText(form.added)).toBeVisible()
    expect(added.bodies).toEqual([{ name: 'Aire Valley Heating', trade: 'Gas engineer', phone: '0113 496 0101', email: null, registration: 'Gas Safe 512907', notes: null }])
  })

  it('is edited as it was read, and a refusal stands beside its field', async () => {
    const edited = answer('patch', `${call}/4`, (count) => (count === 1 ? problem(422, { detail: 'Check the fields.', errors: { phone: ['Enter a phone number.'] } }) : HttpResponse.json(aContractor())))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: `${texts.edit}, Severnside Heating Ltd` }))
    const dialog = within(await screen.findByRole('dialog', { name: form.editTitle }))
    expect(dialog.getByRole('button', { name: form.save })).toBeDisabled()
    await app.user.type(dialog.getByLabelText(new RegExp(`^${form.notes}`)), 'Answers at night.')
    await app.user.click(dialog.getByRole('button', { name: form.save }))
    expect(await dialog.findAllByText('Enter a phone number.')).not.toHaveLength(0)
    await app.user.click(dialog.getByRole('button', { name: form.save }))
    expect(await screen.findByText(form.saved)).toBeVisible()
    expect(edited.bodies.at(-1)).toMatchObject({ notes: 'Answers at night.' })
    expect(edited.headers[0]?.get('if-match')).toBe('"2"')
  })

  it('is deleted once that was asked, but not while requests name it', async () => {
    answer('delete', `${call}/4`, () => problem(409, { reason: 'CONTRACTOR_HAS_WORK', detail: '2 open requests name this contractor.' }))
    const deleted = answer('delete', `${call}/5`, () => new HttpResponse(null, { status: 204 }))
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: `${texts.delete}, Severnside Heating Ltd` }))
    const busy = within(await screen.findByRole('alertdialog'))
    expect(busy.getByText(texts.hasWork(2))).toBeVisible()
    await app.user.click(busy.getByRole('button', { name: texts.delete }))
    expect(await screen.findByText('2 open requests name this contractor.')).toBeVisible()
    await app.user.click(await screen.findByRole('button', { name: `${texts.delete}, Keystone Roofing` }))
    const question = within(await screen.findByRole('alertdialog'))
    await app.user.click(question.getByRole('button', { name: texts.delete }))
    expect(await screen.findByText(texts.deleted)).toBeVisible()
    expect(deleted.headers).toHaveLength(1)
  })
})

test('what is typed becomes what is sent', () => {
  const values = valuesOf(aContractor())
  expect(contractorMistakes(values)).toEqual({})
  expect(contractorMistakes({ ...values, email: 'jobs' })).toEqual({ email: form.emailInvalid })
  expect(contractorMistakes(valuesOf(undefined))).toEqual({ name: form.nameShort, trade: form.tradeRequired, phone: form.phoneShort })
  expect(bodyOf({ ...values, email: ' ', trade: '' })).toMatchObject({ email: null, trade: 'Other' })
  expect(shownOf([aContractor()], { trade: undefined, search: 'SEVERN' })).toHaveLength(1)
  expect(shownOf([aContractor()], { trade: 'Roofer', search: '' })).toHaveLength(0)
})

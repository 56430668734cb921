import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Property } from '@/api/properties'
import { common } from '@/lib/messages'
import { unsaved } from '@/lib/unsaved'
import { Stream } from '@/test/browser'
import { aProperty, aSharedHouse, aUser, someSettings } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { details } from '../details/messages'
import { addForm } from '../form.messages'
import { conflict, editForm } from './messages'

const user = aUser()

const serve = (property: Property) => answer('get', `/api/properties/${String(property.id)}`, () => HttpResponse.json(property))

/** The dialog of this property in edit mode. */
async function edit(property: Property) {
  answer('get', '/api/properties', () => HttpResponse.json([property]))
  serve(property)
  const app = renderApp(`/portfolio/${String(property.id)}`, { user })
  const dialog = within(await screen.findByRole('dialog', { name: new RegExp(property.name) }))
  await app.user.click(dialog.getByRole('button', { name: details.edit }))
  await dialog.findByLabelText(addForm.name)
  const save = () => app.user.click(dialog.getByRole('button', { name: editForm.save }))
  const retype = async (label: string, text: string) => {
    const field = dialog.getByLabelText(new RegExp(`^${label}`))
    await app.user.clear(field)
    await app.user.type(field, text)
  }
  return { ...app, dialog, save, retype }
}

const patched = (id: number, reply: (count: number) => Response) => answer('patch', `/api/properties/${String(id)}`, reply)
const stale = () => problem(412, { reason: 'STALE_ETAG', detail: 'Somebody else changed it.' })

const optionsOf = (select: HTMLElement) => [...select.querySelectorAll('option')].map(({ textContent }) => textContent)

describe('the edit mode', () => {
  it('saves changes with the version it read, says so, and shows the reply', async () => {
    const { dialog, save, retype } = await edit(aProperty({ version: 7 }))
    expect(dialog.getByRole('button', { name: editForm.save })).toBeDisabled()
    await retype(addForm.name, 'Linden Court')
    const reply = aProperty({ name: 'Linden Court', version: 8 })
    const asked = patched(42, () => HttpResponse.json(reply))
    serve(reply)
    await save()
    expect(await screen.findByText('Property Updated')).toBeVisible()
    expect(screen.getByText('Property details have been saved successfully.')).toBeVisible()
    expect(asked.bodies).toEqual([{ name: 'Linden Court' }])
    expect(asked.headers[0]?.get('if-match')).toBe('"7"')
    expect(asked.headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await screen.findByRole('dialog', { name: `${details.title} Linden Court` })).toBeVisible()
    expect(dialog.getByRole('button', { name: details.edit })).toBeVisible()
  })

  it('offers the specified statuses and kinds, and disables ending ones', async () => {
    const { dialog } = await edit(aProperty())
    expect(optionsOf(dialog.getByLabelText(addForm.status))).toEqual(['Occupied', 'Vacant', 'Under Maintenance'])
    expect(optionsOf(dialog.getByLabelText(addForm.type))).toEqual([
      addForm.choose, 'Flat', 'House', 'Apartment', 'Studio', 'HMO', 'Serviced Accommodation',
    ]) // prettier-ignore
    expect(dialog.getByRole('button', { name: details.delete })).toBeDisabled()
    expect(dialog.getByText(details.editingText)).toBeVisible()
  })

  it('keeps a kind and a status that it does not offer', async () => {
    const { dialog } = await edit(aProperty({ propertyType: 'Commercial', status: 'Under Renovation' }))
    expect(dialog.getByLabelText(addForm.status)).toHaveValue('Under Renovation')
    expect(dialog.getByLabelText(addForm.type)).toHaveValue('Commercial')
  })

  it('starts a shared house without rooms with defaults that can be saved', async () => {
    const { dialog, save } = await edit(aSharedHouse({ roomsConfigured: false, rooms: [], hmoRooms: null, hmoUtilities: null }))
    expect(dialog.getByLabelText(addForm.roomCount)).toHaveValue('3')
    expect(dialog.getByLabelText(addForm.roomRent(3))).toHaveValue('480.00')
    expect(dialog.getByLabelText(details.utilities)).toHaveValue('120.00')
    expect(dialog.getByLabelText(details.tvLicence)).toHaveValue('13.25')
    expect(dialog.getByText(editForm.roomsDefaults)).toBeVisible()
    const asked = patched(12, () => HttpResponse.json(aSharedHouse()))
    await save()
    await waitFor(() => expect(asked.bodies).toEqual([expect.objectContaining({ hmoRooms: 3, hmoCleaningFees: '80.00' })]))
  })

  it('locks the rent of a shared house to the sum of its rooms', async () => {
    const { dialog, retype } = await edit(aSharedHouse())
    const rent = dialog.getByLabelText(addForm.monthlyRent)
    expect(rent).toHaveValue('3,510.00')
    expect(rent).toHaveAttribute('readonly')
    await retype(addForm.roomRent(1), '600')
    expect(rent).toHaveValue('3,535.00')
  })

  it('leaves it free where the settings say so', async () => {
    answer('get', '/api/user-settings', () => HttpResponse.json(someSettings({ autoRentCalculation: false })))
    const { dialog } = await edit(aSharedHouse())
    await waitFor(() => expect(dialog.getByLabelText(addForm.monthlyRent)).not.toHaveAttribute('readonly'))
  })

  it('lists what is wrong, and sends nothing', async () => {
    const { dialog, save, retype } = await edit(aProperty())
    await retype(editForm.rate, '400')
    await save()
    expect(within(await dialog.findByRole('alert')).getByRole('link', { name: editForm.rateInvalid })).toBeVisible()
    expect(dialog.getByLabelText(new RegExp(editForm.rate))).toBeInvalid()
  })

  it('shows the server’s mistakes at their fields, and loses nothing', async () => {
    const { dialog, save, retype } = await edit(aProperty())
    await retype(addForm.name, 'Linden Court')
    const errors = { status: ['A tenancy is in force.'], outstandingBalance: ['More than was borrowed.'] }
    patched(42, () => problem(422, { detail: 'Please check the property.', errors }))
    await save()
    expect(await screen.findByText('Error')).toBeVisible()
    expect(screen.getByText('Failed to update property details: Please check the property.')).toBeVisible()
    expect(dialog.getByLabelText(addForm.status)).toBeInvalid()
    expect(within(dialog.getByRole('alert')).getByRole('link', { name: 'More than was borrowed.' })).toBeVisible()
    expect(dialog.getByLabelText(addForm.name)).toHaveValue('Linden Court')
  })

  it('says so when there was no answer', async () => {
    const { save, retype } = await edit(aProperty())
    await retype(addForm.name, 'Linden Court')
    patched(42, () => HttpResponse.error())
    await save()
    expect(await screen.findByText('Failed to update property details: The server did not answer.')).toBeVisible()
  })

  it('is not entered when the property cannot be read', async () => {
    serve(aProperty())
    const app = renderApp('/portfolio/42', { user })
    const dialog = within(await screen.findByRole('dialog', { name: /Linden Avenue/ }))
    answer('get', '/api/properties/42', () => problem(403))
    await app.user.click(dialog.getByRole('button', { name: details.edit }))
    expect(await screen.findByText('Failed to enter edit mode. Please refresh and try again.')).toBeVisible()
    expect(dialog.queryByLabelText(addForm.name)).toBeNull()
  })

  it('closes unasked when nothing was typed, and asks before a loss', async () => {
    const app = await edit(aProperty())
    await app.user.click(app.dialog.getByRole('button', { name: common.cancel }))
    await app.user.click(app.dialog.getByRole('button', { name: details.edit }))
    await app.user.type(await app.dialog.findByLabelText(addForm.name), '!')
    await app.user.click(app.dialog.getByRole('button', { name: common.cancel }))
    const question = within(await screen.findByRole('alertdialog', { name: unsaved.title }))
    await app.user.click(question.getByRole('button', { name: unsaved.keep }))
    expect(app.dialog.getByLabelText(addForm.name)).toHaveValue('Linden Avenue!')
    await app.user.keyboard('{Escape}')
    await app.user.click(await screen.findByRole('button', { name: unsaved.discard }))
    await waitFor(() => expect(app.address()).toBe('/portfolio'))
  })

  it('is left for the property as it was when its changes are discarded', async () => {
    const app = await edit(aProperty())
    await app.user.type(app.dialog.getByLabelText(addForm.name), '!')
    await app.user.click(app.dialog.getByRole('button', { name: common.cancel }))
    await app.user.click(await screen.findByRole('button', { name: unsaved.discard }))
    expect(await app.dialog.findByRole('button', { name: details.edit })).toBeVisible()
    expect(app.address()).toBe('/portfolio/42')
  })
})

describe('two people editing the same property', () => {
  /** Somebody else saves `theirs` while this one is being typed into. */
  async function collide(theirs: Partial<Property>, typed: Record<string, string>) {
    const app = await edit(aProperty({ version: 7 }))
    for (const [label, text] of Object.entries(typed)) await app.retype(label, text)
    serve(aProperty({ version: 8, ...theirs }))
    const figures = { status: 'Occupied', monthlyRent: '1475.00', currentValue: null, monthlyCosts: '0.00' }
    const last = { id: 108, validFrom: '2026-11-21T19:04:00Z', ...figures, changedByUserId: 9, version: 8, changes: [{ field: 'name', roomNumber: null, before: 'Linden Avenue', after: 'Linden Lodge' }] }
    // Settings of inspections are no part of what is compared.
    const settings = { ...last, id: 109, changedByUserId: 11, changes: [{ field: 'frequencyMonths', roomNumber: null, before: '6', after: '3' }] }
    answer('get', '/api/properties/42/history', () => HttpResponse.json([settings, last]))
    answer('get', '/api/members', () => HttpResponse.json([{ id: 9, name: 'Helen Okafor', email: 'helen@lintel.example', grade: 'Owner', joinedAt: '2026-01-02T10:00:00Z', you: false, version: 1 }]))
    const asked = patched(42, (count) => (count === 1 ? stale() : HttpResponse.json(aProperty({ version: 9 }))))
    await app.save()
    const question = within(await screen.findByRole('alertdialog', { name: conflict.title }))
    return { ...app, asked, question }
  }

  it('shows all three versions, and keeps the other person’s by default', async () => {
    const { question, user: hands, asked } = await collide({ name: 'Linden Lodge', bathrooms: 3 }, { [addForm.name]: 'Linden Court', [addForm.size]: '90 m²' })
    expect(await question.findByText('Last saved by Helen Okafor on 21/11/2026 at 19:04.')).toBeVisible()
    const both = within(question.getByRole('group', { name: addForm.name }))
    expect(both.getByText(conflict.was('Linden Avenue'))).toBeVisible()
    expect(both.getByRole('radio', { name: new RegExp(`${conflict.keepTheirs('Helen Okafor')}.*Linden Lodge`) })).toBeChecked()
    expect(both.getByRole('radio', { name: new RegExp(`${conflict.keepMine}.*Linden Court`) })).not.toBeChecked()
    expect(question.getByText(conflict.from('2', '3'))).toBeVisible()
    expect(question.getByText(conflict.from(conflict.empty, '90 m²'))).toBeVisible()
    await hands.click(question.getByRole('button', { name: conflict.save }))
    expect(await screen.findByText(editForm.success)).toBeVisible()
    expect(asked.bodies).toEqual([{ name: 'Linden Court', size: '90 m²' }, { size: '90 m²' }])
    expect(asked.headers.map((headers) => headers.get('if-match'))).toEqual(['"7"', '"8"'])
  })

  it('saves what was chosen', async () => {
    const { question, user: hands, asked } = await collide({ name: 'Linden Lodge' }, { [addForm.name]: 'Linden Court' })
    await hands.click(question.getByRole('radio', { name: /Linden Court/ }))
    await hands.click(question.getByRole('button', { name: conflict.save }))
    await waitFor(() => expect(asked.bodies).toHaveLength(2))
    expect(asked.bodies[1]).toEqual({ name: 'Linden Court' })
  })

  it('continues editing with the choices, or with everything as typed', async () => {
    const { question, user: hands, dialog, save } = await collide({ name: 'Linden Lodge' }, { [addForm.name]: 'Linden Court' })
    await hands.click(question.getByRole('button', { name: conflict.back }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(dialog.getByLabelText(addForm.name)).toHaveValue('Linden Court')
    patched(42, stale)
    await save()
    const again = within(await screen.findByRole('alertdialog', { name: conflict.title }))
    await hands.click(again.getByRole('button', { name: conflict.apply }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(dialog.getByLabelText(addForm.name)).toHaveValue('Linden Lodge')
    expect(dialog.getByRole('button', { name: editForm.save })).toBeDisabled()
  })

  it('is told while typing, without losing anything', async () => {
    const app = await edit(aProperty({ version: 7 }))
    await app.retype(addForm.size, '90 m²')
    serve(aProperty({ version: 8, name: 'Linden Lodge' }))
    Stream.open?.say('changed', JSON.stringify({ resource: 'properties', id: 42, version: 8 }))
    expect(await app.dialog.findByText(editForm.changedTitle)).toBeVisible()
    expect(app.dialog.getByLabelText(new RegExp(addForm.size))).toHaveValue('90 m²')
    await app.user.click(app.dialog.getByRole('button', { name: editForm.seeChanges }))
    const question = within(await screen.findByRole('alertdialog', { name: conflict.title }))
    expect(question.getByText(conflict.textMerge)).toBeVisible()
    await app.user.click(question.getByRole('button', { name: conflict.apply }))
    await waitFor(() => expect(app.dialog.queryByText(editForm.changedTitle)).toBeNull())
    expect(app.dialog.getByLabelText(addForm.name)).toHaveValue('Linden Lodge')
    expect(app.dialog.getByLabelText(new RegExp(addForm.size))).toHaveValue('90 m²')
  })

  it('is told that the property is gone, and keeps what was typed', async () => {
    const app = await edit(aProperty({ version: 7 }))
    await app.retype(addForm.name, 'Linden Court')
    answer('get', '/api/properties/42', () => problem(404))
    Stream.open?.say('changed', JSON.stringify({ resource: 'properties', id: 42, version: 8, gone: true }))
    expect(await app.dialog.findByText(editForm.goneTitle)).toBeVisible()
    expect(app.dialog.getByLabelText(addForm.name)).toHaveValue('Linden Court')
    expect(app.dialog.getByRole('button', { name: editForm.save })).toBeDisabled()
    // The typed values are given up: then there is nothing left to look at.
    await app.user.click(app.dialog.getByRole('button', { name: common.cancel }))
    await app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: unsaved.discard }))
    expect(await screen.findByText(details.leftTitle('Linden Avenue'))).toBeVisible()
    await waitFor(() => expect(app.address()).toBe('/portfolio'))
  })
})

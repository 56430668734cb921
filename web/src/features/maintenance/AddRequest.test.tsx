import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { photoTexts } from '@/lib/photos'
import { aProperty, aUser } from '@/test/factories'
import { aPhoto, aRequest } from '@/test/maintenanceFactories'
import { renderApp } from '@/test/renderApp'
import { answer, server } from '@/test/server'
import { form } from './form.messages'

const user = aUser()
const path = '/api/maintenance-requests/118'
const photo = (name: string) => new File(['x'], name, { type: 'image/png' })

beforeEach(() => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
})

describe('Add Request', () => {
  it('names what is missing, adds the request with its photos, and opens it', async () => {
    const house = aProperty({ id: 12, name: 'Ashmead House', postcode: 'BS6 7QD', propertyType: 'HMO' })
    answer('get', '/api/properties', () => HttpResponse.json([house]))
    answer('get', '/api/properties/12', () => HttpResponse.json(house))
    answer('get', '/api/rooms/12', () => HttpResponse.json([{ id: 3, roomNumber: '3', name: 'Room 3', monthlyRent: '560.00', isOccupied: true }]))
    answer('get', path, () => HttpResponse.json(aRequest()))
    const added = answer('post', '/api/maintenance-requests', () => HttpResponse.json(aRequest(), { status: 201 }))
    const kinds: string[] = []
    server.use(
      http.post(`*${path}/attachments`, async ({ request }) => {
        kinds.push(/name="kind"\s+(\w+)/.exec(await request.text())?.[1] ?? '')
        return HttpResponse.json(aPhoto(), { status: 201 })
      }),
    )
    const app = renderApp('/maintenance?add=request&property=12', { user })
    const dialog = within(await screen.findByRole('dialog', { name: form.addTitle }))
    await waitFor(() => expect(dialog.getByLabelText(form.property)).toHaveValue('Ashmead House, BS6 7QD'))
    await app.user.click(dialog.getByRole('button', { name: form.addTitle }))
    const mistakes = within(await dialog.findByRole('alert')).getAllByRole('link')
    expect(mistakes.map(({ textContent }) => textContent)).toEqual([form.categoryRequired, form.titleShort, form.descriptionRequired])
    await app.user.selectOptions(await dialog.findByLabelText(form.room), 'Room 3')
    await app.user.selectOptions(dialog.getByLabelText(form.category), 'Heating & hot water')
    await app.user.type(dialog.getByLabelText(form.title), 'No hot water')
    await app.user.type(dialog.getByLabelText(form.description), 'Since this morning.')
    await app.user.click(dialog.getByLabelText(form.emergency))
    expect(dialog.getByLabelText(form.priority)).toBeDisabled()
    await app.user.upload(dialog.getByLabelText(new RegExp(`^${form.photos}`)), [photo('a.png'), photo('b.png')])
    await app.user.click(dialog.getByRole('button', { name: photoTexts.remove(1) }))
    await app.user.click(dialog.getByRole('button', { name: form.addTitle }))
    await waitFor(() => expect(app.address()).toBe('/maintenance/118?property=12'))
    expect(added.bodies).toEqual([
      { propertyId: 12, roomNumber: '3', title: 'No hot water', description: 'Since this morning.', category: 'Heating & hot water', priority: 'High', emergency: true },
    ])
    expect(kinds).toEqual(['photo'])
  })
})

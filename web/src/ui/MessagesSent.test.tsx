import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { messagesSent as texts } from '@/lib/deliveries'
import { common } from '@/lib/messages'
import { anApplication } from '@/test/applicationFactories'
import { aUser } from '@/test/factories'
import { aRequest } from '@/test/maintenanceFactories'
import { aDelivery } from '@/test/notificationFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aViewing } from '@/test/viewingFactories'

const section = async () => within(await screen.findByRole('region', { name: texts.title }))

describe('the messages that were sent', () => {
  test('about an application: what, to whom, when, and how each stands', async () => {
    answer('get', '/api/tenant-applications/4', () => HttpResponse.json(anApplication({ id: 4 })))
    const asked = answer('get', '/api/deliveries', () =>
      HttpResponse.json([
        aDelivery({ id: 'a', state: 'delivered', receiptAt: '2026-11-24T09:21:00Z' }),
        aDelivery({ id: 'b', way: 'sms', recipient: '07700 900123', state: 'sending', sentAt: null }),
        aDelivery({ id: 'c', state: 'bounced', receiptAt: '2026-11-24T10:00:00Z' }),
        aDelivery({ id: 'd', state: 'stopped', sentAt: null }),
      ]),
    )
    renderApp('/landlord-applications/4', { user: aUser() })
    const list = await section()
    const rows = await list.findAllByRole('listitem')
    expect(asked.queries[0]).toEqual({ subject: 'application', subjectId: '4', pageSize: '100' })
    expect(rows[0]).toHaveTextContent('Your application for The Old BakeryEmail to samir.patel@example.comSent 24 November 2026, 09:20, delivered 24 November 2026, 09:21Delivered')
    expect(rows[1]).toHaveTextContent('Text message to 07700 900123Since 24 November 2026, 09:20On its way')
    expect(rows[2]).toHaveTextContent(`came back 24 November 2026, 10:00${texts.why.bounced ?? ''}Came back`)
    expect(rows[3]).toHaveTextContent('Not sent')
  })

  test('about a request: none yet, and what cannot be loaded', async () => {
    answer('get', '/api/maintenance-requests/7', () => HttpResponse.json(aRequest({ id: 7 })))
    answer('get', '/api/deliveries', () => problem(400, { detail: 'No.' }))
    const { user } = renderApp('/maintenance/7', { user: aUser() })
    const list = await section()
    expect(await list.findByText(common.couldNotLoad(texts.what))).toBeVisible()
    const asked = answer('get', '/api/deliveries', () => HttpResponse.json([]))
    await user.click(list.getByRole('button', { name: common.retry }))
    expect(await list.findByText(texts.none)).toBeVisible()
    expect(asked.queries[0]).toMatchObject({ subject: 'maintenance', subjectId: '7' })
  })

  test('about a viewing, in a dialog of their own', async () => {
    answer('get', '/api/property-viewings', () => HttpResponse.json([aViewing({ id: 5 })]))
    const asked = answer('get', '/api/deliveries', () => HttpResponse.json([aDelivery()]))
    const { user } = renderApp('/property-viewings', { user: aUser() })
    const opener = await screen.findByRole('button', { name: new RegExp(`^${texts.title}`) })
    expect(asked.headers).toHaveLength(0)
    await user.click(opener)
    const dialog = within(await screen.findByRole('dialog', { name: texts.title }))
    expect(await dialog.findByText('Sent')).toBeVisible()
    expect(asked.queries[0]).toMatchObject({ subject: 'viewing', subjectId: '5' })
    await user.click(dialog.getAllByRole('button', { name: common.close })[0] ?? document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

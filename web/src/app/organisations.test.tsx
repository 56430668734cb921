import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { tokenStore } from '@/api/token'
import { compliance, certificateForm } from '@/features/compliance/messages'
import { dashboard } from '@/features/dashboard/messages'
import { portfolio } from '@/features/portfolio/messages'
import { details } from '@/features/portfolio/details/messages'
import { noProperties, shell } from '@/lib/messages'
import { aCertificate } from '@/test/complianceFactories'
import { aProperty, aToken, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { organisations } from './organisations.messages'

const own = { id: 3, name: 'Okafor Lettings', grade: 'Owner', active: true } as const
const other = { id: 9, name: 'Bell Estates', grade: 'Viewer', active: false } as const

describe('the organisation', () => {
  test('is no choice for those who have one', async () => {
    renderApp('/', { user: aUser() })
    await screen.findByRole('heading', { name: dashboard.title })
    expect(screen.queryByLabelText(organisations.label)).toBeNull()
  })

  test('is changed in the user menu: everything is then the other’s', async () => {
    answer('get', '/api/organisations', () => HttpResponse.json([own, other]))
    const token = aToken({ organisation: 9 })
    const viewer = aUser({ organisation: { id: 9, name: 'Bell Estates', grade: 'Viewer' } })
    const asked = answer('post', '/api/auth/organisation', () => HttpResponse.json({ token, user: viewer }))
    answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
    const { user, address } = renderApp('/portfolio', { user: aUser() })
    await screen.findByText('Linden Avenue')
    const choice = await screen.findByLabelText(organisations.label)
    expect(choice).toHaveValue('3')
    answer('get', '/api/auth/me', () => HttpResponse.json(viewer))
    answer('get', '/api/properties', () => HttpResponse.json([]))
    await user.selectOptions(choice, 'Bell Estates (read only)')
    expect(await screen.findByText(`Bell Estates (${shell.readOnly})`)).toBeVisible()
    expect(address()).toBe('/')
    expect(tokenStore.get()).toBe(token)
    expect(asked.bodies).toEqual([{ organisationId: 9 }])
  })

  test('stays when the other cannot be opened', async () => {
    answer('get', '/api/organisations', () => HttpResponse.json([own, other]))
    answer('post', '/api/auth/organisation', () => problem(404, { detail: 'You do not belong to it any more.' }))
    const { user } = renderApp('/', { user: aUser() })
    await user.selectOptions(await screen.findByLabelText(organisations.label), 'Bell Estates (read only)')
    expect(await screen.findByText('You do not belong to it any more.')).toBeVisible()
  })
})

describe('a Viewer', () => {
  const viewer = aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } })

  test('is offered no act that writes, in the portfolio or its dialogs', async () => {
    const { visit } = renderApp('/portfolio?add=property', { user: viewer })
    expect(await screen.findByText(noProperties.title)).toBeVisible()
    expect(screen.queryByRole('link', { name: noProperties.button })).toBeNull()
    expect(screen.queryByRole('link', { name: portfolio.add })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    answer('get', '/api/properties/42', () => HttpResponse.json(aProperty()))
    await visit('/portfolio/42')
    expect(await screen.findByRole('dialog')).toBeVisible()
    await waitFor(() => expect(screen.getByText(compliance.noCertificates)).toBeVisible())
    expect(screen.queryByRole('button', { name: details.edit })).toBeNull()
    expect(screen.queryByRole('button', { name: details.sell })).toBeNull()
    expect(screen.queryByRole('button', { name: details.delete })).toBeNull()
  })

  test('reads certificates and inspections and changes none', async () => {
    answer('get', '/api/property-certificates', () => HttpResponse.json([aCertificate()]))
    answer('get', '/api/certificate-types', () => HttpResponse.json([]))
    renderApp('/portfolio/compliance?kind=certificates', { user: viewer })
    expect(await screen.findByRole('heading', { name: 'Gas Safety' })).toBeVisible()
    expect(screen.queryByRole('button', { name: new RegExp(`^(${certificateForm.add}|${certificateForm.renew}|${certificateForm.edit}|${certificateForm.delete})`) })).toBeNull()
  })

  test('cannot open the dialog that schedules', async () => {
    renderApp('/?schedule=all', { user: viewer })
    await screen.findByRole('heading', { name: dashboard.title })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

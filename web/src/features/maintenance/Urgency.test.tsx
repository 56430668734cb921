import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { aUserWith } from '@/test/factories'
import { aRequest } from '@/test/maintenanceFactories'
import { renderApp } from '@/test/renderApp'
import { answer } from '@/test/server'
import { aPortal } from '@/test/tenantFactories'
import { form, report } from './form.messages'
import { questionsOf, urgencyBody } from './forms/urgency'
import { urgency as texts } from './urgency.messages'

beforeEach(() => {
  answer('get', '/api/tenant-portal', () => HttpResponse.json(aPortal()))
})

describe('the questions of urgency', () => {
  it('say by when somebody answers and repairs, and go with the report', async () => {
    const judged = answer('post', '/api/maintenance-requests/judgements', () =>
      HttpResponse.json({ priority: 'High', emergency: true, respondBy: '2999-11-20T22:15:00Z', fixBy: '2999-11-21T18:15:00Z', advice: 'Turn the water off at the stopcock.' }),
    )
    const reported = answer('post', '/api/maintenance-requests', () => HttpResponse.json(aRequest(), { status: 201 }))
    const app = renderApp('/tenant-dashboard?report=problem', { user: aUserWith('Tenant') })
    const dialog = within(await screen.findByRole('dialog', { name: report.title }))
    expect(dialog.queryByText(texts.title)).toBeNull()
    await app.user.selectOptions(dialog.getByLabelText(form.category), 'Heating & hot water')
    const heating = within(dialog.getByRole('radiogroup', { name: texts.questions.heating }))
    expect(judged.bodies).toEqual([])
    await app.user.click(heating.getByLabelText(texts.yes))
    await app.user.click(within(dialog.getByRole('radiogroup', { name: texts.questions.risk })).getByLabelText(texts.yes))
    expect(await dialog.findByText(texts.hear('22:15 on Wednesday 20 November 2999'))).toBeVisible()
    expect(dialog.getByText('Turn the water off at the stopcock.')).toBeVisible()
    await waitFor(() => expect(judged.bodies.at(-1)).toMatchObject({ category: 'Heating & hot water', noHeatingOrHotWater: true, personAtRisk: true }))
    await app.user.type(dialog.getByLabelText(form.title), 'No heating')
    await app.user.type(dialog.getByLabelText(form.description), 'Since noon.')
    await app.user.click(dialog.getByLabelText(report.entryYes))
    await app.user.click(dialog.getByRole('button', { name: report.submit }))
    await waitFor(() => expect(reported.bodies[0]).toMatchObject({ noHeatingOrHotWater: true, personAtRisk: true }))
  })

  it('are answered differently', async () => {
    answer('post', '/api/maintenance-requests/judgements', () => HttpResponse.json({ priority: 'Medium', emergency: false, respondBy: null, fixBy: '2999-11-20T23:59:59Z', advice: null }))
    const app = renderApp('/tenant-dashboard?report=problem', { user: aUserWith('Tenant') })
    const dialog = within(await screen.findByRole('dialog', { name: report.title }))
    await app.user.selectOptions(dialog.getByLabelText(form.category), 'Plumbing & leaks')
    const water = within(dialog.getByRole('radiogroup', { name: texts.questions.water }))
    await app.user.click(water.getByLabelText(texts.no))
    await app.user.click(await dialog.findByRole('button', { name: texts.again }))
    expect(water.getByLabelText(texts.no)).not.toBeChecked()
    expect(dialog.queryByRole('button', { name: texts.again })).toBeNull()
  })

  it('depend on the category, whose answers alone are sent', () => {
    expect(questionsOf('Heating & hot water')).toHaveLength(3)
    expect(questionsOf('Pests')).toEqual([])
    const answers = { heating: 'yes', water: 'no', risk: '' } as const
    expect(urgencyBody({ category: 'Plumbing & leaks', ...answers })).toEqual({ waterComingIn: false })
    expect(urgencyBody({ category: 'Pests', ...answers })).toEqual({})
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { common } from '@/lib/messages'
import { aUser } from '@/test/factories'
import { aJob } from '@/test/jobFactories'
import { aContractor, aRequest } from '@/test/maintenanceFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { jobBody, jobMistakes } from './forms/jobValues'
import { completionOf } from './forms/values'
import { completion } from './form.messages'
import { job as texts } from './job.messages'
import { details } from './messages'

const path = '/api/maintenance-requests/118'
const named = { contractorId: 4, contractorName: 'Severnside Heating Ltd', contractorPhone: '0117 496 0155' }

async function open(request = aRequest(named)) {
  answer('get', path, () => HttpResponse.json(request))
  const app = renderApp('/maintenance/118', { user: aUser() })
  return { app, dialog: within(await screen.findByRole('dialog', { name: new RegExp(request.title) })) }
}

beforeEach(() => {
  answer('get', '/api/contractors', () => HttpResponse.json([aContractor()]))
})

describe('the job of a contractor', () => {
  it('is sent with time, limit and how to get in', async () => {
    const sent = answer('post', `${path}/job`, () => HttpResponse.json({ request: aRequest(named), job: aJob() }, { status: 201 }))
    const { app, dialog } = await open()
    await app.user.click(await dialog.findByRole('button', { name: texts.send }))
    const form = within(await screen.findByRole('dialog', { name: new RegExp(`^${texts.title}`) }))
    for (const [name, text] of [[common.day, '21'], [common.month, '11'], [common.year, '2999']] as const) await app.user.type(form.getByLabelText(name), text)
    await app.user.type(form.getByLabelText(new RegExp(`^${texts.limit}`)), '250')
    await app.user.type(form.getByLabelText(new RegExp(`^${texts.keyCode}`)), '4711')
    await app.user.click(form.getByRole('button', { name: texts.submit }))
    expect(await screen.findByText(texts.sentText('Severnside Heating Ltd'))).toBeVisible()
    expect(sent.bodies).toEqual([{ jobDate: '2999-11-21', startTime: '09:00', endTime: '11:00', costLimit: '250.00', keyCode: '4711', tenantContact: true, tenantAgreed: false }])
    expect(sent.headers[0]?.get('idempotency-key')).toBeTruthy()
  })

  it('needs an address', async () => {
    answer('get', '/api/contractors', () => HttpResponse.json([aContractor({ email: null })]))
    const { dialog } = await open()
    expect(await dialog.findByText(texts.noEmail)).toBeVisible()
    expect(dialog.queryByRole('button', { name: texts.send })).toBeNull()
  })

  it('puts what the server found wrong beside its field', async () => {
    answer('post', `${path}/job`, () => problem(422, { errors: { startTime: ['Choose a time at least 24 hours ahead.'] } }))
    const { app, dialog } = await open()
    await app.user.click(await dialog.findByRole('button', { name: texts.send }))
    const form = within(await screen.findByRole('dialog', { name: new RegExp(`^${texts.title}`) }))
    await app.user.click(form.getByRole('button', { name: texts.submit }))
    expect(await form.findByRole('link', { name: 'Choose a time at least 24 hours ahead.' })).toBeVisible()
  })

  it('shows a proposed time, which is taken or refused with a word', async () => {
    const proposedTime = { jobDate: '2999-11-22', startTime: '14:00', endTime: '15:00' }
    const decided = answer('post', `${path}/job/decision`, () => HttpResponse.json({ request: aRequest(named), job: aJob() }))
    const job = aJob({ state: 'proposed', proposedTime, message: 'After lunch?' })
    const { app, dialog } = await open(aRequest({ ...named, job }))
    expect(await dialog.findByText(`${texts.states.proposed}: Severnside Heating Ltd`)).toBeVisible()
    expect(dialog.getByText(/14:00 to 15:00/)).toHaveTextContent('After lunch?')
    await app.user.click(dialog.getByRole('button', { name: texts.accept }))
    await waitFor(() => expect(decided.bodies).toEqual([{ accept: true }]))
    expect(await screen.findByText(texts.acceptedToast)).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: texts.refuse }))
    const question = within(await screen.findByRole('dialog', { name: new RegExp(`^${texts.refuseTitle.replace('?', '\\?')}`) }))
    await app.user.type(question.getByLabelText(new RegExp(`^${texts.message}`)), 'Mornings only')
    await app.user.click(question.getByRole('button', { name: texts.refuse }))
    await waitFor(() => expect(decided.bodies[1]).toEqual({ accept: false, message: 'Mornings only' }))
  })

  it('is called off', async () => {
    const off = answer('post', `${path}/job/call-off`, () => HttpResponse.json({ request: aRequest(named), job: aJob({ state: 'calledOff' }) }))
    const { app, dialog } = await open(aRequest({ ...named, job: aJob({ state: 'accepted' }) }))
    await app.user.click(await dialog.findByRole('button', { name: texts.callOff }))
    const question = within(await screen.findByRole('dialog', { name: new RegExp(`^${texts.callOffTitle.replace('?', '\\?')}`) }))
    await app.user.click(question.getByRole('button', { name: texts.callOff }))
    expect(await screen.findByText(texts.calledOffToast)).toBeVisible()
    expect(off.bodies).toEqual([{ message: null }])
  })

  it('is done, and completing begins with its invoice', async () => {
    const job = aJob({ state: 'done', report: 'New valve', invoiceTotal: '236.88', invoiceNumber: 'SH-20931' })
    const { app, dialog } = await open(aRequest({ ...named, job }))
    expect(await dialog.findByText(new RegExp('SH-20931, £236.88'))).toHaveTextContent(texts.doneHint)
    await app.user.click(dialog.getByRole('button', { name: details.complete }))
    const form = within(await screen.findByRole('dialog', { name: new RegExp(`^${completion.title}`) }))
    expect(form.getByLabelText(new RegExp(`^${completion.amount}`))).toHaveValue('236.88')
    expect(form.getByLabelText(new RegExp(`^${completion.what}`))).toHaveValue('Severnside Heating Ltd, SH-20931')
  })

  it('tells the landlord what the tenant answered', async () => {
    const { dialog } = await open(aRequest({ noHeatingOrHotWater: true, personAtRisk: false }))
    expect(dialog.getByText(new RegExp(texts.heating))).toHaveTextContent(`${texts.heating}: ${texts.yes}. ${texts.risk}: ${texts.no}`)
  })
})

describe('what is typed of a job', () => {
  const blank = { date: { day: '', month: '', year: '' }, start: '09:00', end: '11:00', limit: '', access: '', keyCode: '', tenantContact: false, agreed: false }

  it('may leave the day to the contractor', () => {
    expect(jobMistakes({ ...blank, start: '' })).toEqual({})
    expect(jobBody(blank)).toEqual({ tenantContact: false, tenantAgreed: false })
    expect(Object.keys(jobMistakes({ ...blank, date: { day: '31', month: '2', year: '2027' }, end: '08:00', limit: '0' }))).toEqual(['date', 'end', 'limit'])
  })

  it('fills in no cost before the job is done', () => {
    const date = blank.date
    expect(completionOf({ job: aJob({ invoiceTotal: '5.00' }) }, date).amount).toBe('')
  })
})

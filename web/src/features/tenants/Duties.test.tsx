import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { londonDay } from '@/lib/civilDate'
import { addDays } from '@/lib/days'
import { common } from '@/lib/messages'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { anOwedPaper, aPetRequest, noDuties } from '@/test/rentFactories'
import { answer, problem } from '@/test/server'
import { aTenant } from '@/test/tenantFactories'
import { clock, papers, pets } from './duties/messages'
import { details } from './messages'

const user = aUser()
const today = londonDay(new Date())
const rule = 'In writing within 28 days'

function open(duties = noDuties()) {
  answer('get', '/api/tenants/5', () => HttpResponse.json(aTenant()))
  answer('get', '/api/tenants/5/duties', () => HttpResponse.json(duties))
  return renderApp('/tenants/5', { user })
}
const dialog = async (name = `${details.title} James Adeyemi`) => within(await screen.findByRole('dialog', { name }))

describe('papers', () => {
  it('are owed until the day on which they were given is recorded', async () => {
    const asked = answer('put', '/api/tenants/5/papers', () => HttpResponse.json(noDuties()))
    const app = open(noDuties({ papers: [anOwedPaper({ dueDate: addDays(today, -2) })] }))
    const shown = await dialog()
    expect(await shown.findByText(clock.daysLate(2))).toBeVisible()
    await app.user.click(shown.getByRole('button', { name: papers.record.informationSheet }))
    const form = await dialog(papers.record.informationSheet)
    const day = within(form.getByRole('group', { name: new RegExp(`^${papers.deliveryDate}`) }))
    for (const [label, text] of [
      [common.day, '20'],
      [common.month, '5'],
      [common.year, '2026'],
    ] as const) {
      await app.user.clear(day.getByLabelText(label))
      await app.user.type(day.getByLabelText(label), text)
    }
    await app.user.click(form.getByRole('button', { name: papers.save }))
    expect(await screen.findByText(papers.savedText.informationSheet)).toBeVisible()
    expect(asked.bodies).toEqual([{ paper: 'informationSheet', deliveryDate: '2026-05-20' }])
  })

  it('that were given show their day, and are taken back after a question', async () => {
    const asked = answer('put', '/api/tenants/5/papers', () => HttpResponse.json(noDuties()))
    const app = open(noDuties({ papers: [anOwedPaper({ paper: 'writtenStatement', deliveryDate: '2026-11-01' })] }))
    const shown = await dialog()
    expect(await shown.findByText(/^Given on /)).toBeVisible()
    await app.user.click(shown.getByRole('button', { name: papers.takeBack }))
    const question = within(await screen.findByRole('alertdialog', { name: papers.takeBackTitle.writtenStatement }))
    await app.user.click(question.getByRole('button', { name: papers.takeBack }))
    expect(await screen.findByText(papers.takenBackText)).toBeVisible()
    expect(asked.bodies).toEqual([{ paper: 'writtenStatement' }])
  })

  it('of an agreement need no record, and none are named if none are owed', async () => {
    open(noDuties({ papers: [anOwedPaper({ paper: 'writtenStatement', signingDate: '2026-11-01' })] }))
    const shown = await dialog()
    expect(await shown.findByText(/^In the agreement signed on /)).toBeVisible()
    expect(shown.queryByRole('button', { name: papers.record.writtenStatement })).toBeNull()
  })

  it('say so where they could not be loaded', async () => {
    open()
    answer('get', '/api/tenants/5/duties', () => problem(403, { detail: 'No.' }))
    expect(await (await dialog()).findByText(common.couldNotLoad(papers.what))).toBeVisible()
  })
})

describe('pets', () => {
  it('are asked for, and a refusal says why', async () => {
    const asked = answer('put', '/api/tenants/5/pet-requests/51', () => HttpResponse.json(noDuties()))
    const app = open(noDuties({ petRequests: [aPetRequest({ answerByDate: addDays(today, 9) })], petRule: rule }))
    const shown = await dialog()
    expect(await shown.findByText(clock.daysLeft(9))).toBeVisible()
    await app.user.click(shown.getByRole('button', { name: pets.open('A cat') }))
    const form = await dialog(pets.editTitle)
    await app.user.selectOptions(form.getByLabelText(pets.answer), 'refused')
    await app.user.click(form.getByRole('button', { name: pets.save }))
    expect(await form.findAllByText(pets.reasonRequired)).not.toHaveLength(0)
    expect(form.getAllByText(pets.answerDateRequired)).not.toHaveLength(0)
    const day = within(form.getByRole('group', { name: new RegExp(`^${pets.answerDate}`) }))
    await app.user.type(day.getByLabelText(common.day), '21')
    await app.user.type(day.getByLabelText(common.month), '11')
    await app.user.type(day.getByLabelText(common.year), '2026')
    await app.user.type(form.getByLabelText(new RegExp(`^${pets.reason}`)), 'The lease forbids it')
    await app.user.click(form.getByRole('button', { name: pets.save }))
    expect(await screen.findByText(pets.saved)).toBeVisible()
    expect(asked.bodies).toEqual([{ pet: 'A cat', requestDate: '2026-11-20', answer: 'refused', answerDate: '2026-11-21', reason: 'The lease forbids it' }])
  })

  it('have neither a day nor a reason of an answer before there is one', async () => {
    const asked = answer('put', '/api/tenants/5/pet-requests/51', () => HttpResponse.json(noDuties()))
    const app = open(noDuties({ petRequests: [aPetRequest({ answer: 'refused', answerDate: '2026-11-21', reason: 'The lease forbids it' })], petRule: rule }))
    await app.user.click(await (await dialog()).findByRole('button', { name: pets.open('A cat') }))
    const form = await dialog(pets.editTitle)
    await app.user.selectOptions(form.getByLabelText(pets.answer), '')
    expect(form.queryByRole('group', { name: new RegExp(`^${pets.answerDate}`) })).toBeNull()
    expect(form.queryByLabelText(pets.reason)).toBeNull()
    await app.user.click(form.getByRole('button', { name: pets.save }))
    expect(await screen.findByText(pets.saved)).toBeVisible()
    expect(asked.bodies).toEqual([{ pet: 'A cat', requestDate: '2026-11-20' }])
  })

  it('are recorded anew, and removed after a question', async () => {
    const added = answer('post', '/api/tenants/5/pet-requests', () => HttpResponse.json(noDuties()))
    const removed = answer('delete', '/api/tenants/5/pet-requests/51', () => HttpResponse.json(noDuties()))
    const app = open(noDuties({ petRequests: [aPetRequest({ answer: 'consented', answerDate: '2026-11-21' })], petRule: rule }))
    const shown = await dialog()
    await app.user.click(await shown.findByRole('button', { name: pets.record }))
    const form = await dialog(pets.record)
    await app.user.click(form.getByRole('button', { name: pets.save }))
    expect(await form.findAllByText(pets.petRequired)).not.toHaveLength(0)
    await app.user.type(form.getByLabelText(pets.pet), 'Two budgies')
    await app.user.click(form.getByRole('button', { name: pets.save }))
    expect(await screen.findByText(pets.saved)).toBeVisible()
    expect(added.bodies).toEqual([{ pet: 'Two budgies', requestDate: today }])
    await app.user.click((await dialog()).getByRole('button', { name: pets.removeOne('A cat') }))
    const question = within(await screen.findByRole('alertdialog', { name: pets.removeTitle }))
    await app.user.click(question.getByRole('button', { name: pets.remove }))
    expect(await screen.findByText(pets.removed)).toBeVisible()
    expect(removed.headers).toHaveLength(1)
  })

  it('have no place where no rule is known', async () => {
    open(noDuties({ papers: [anOwedPaper()] }))
    const shown = await dialog()
    expect(await shown.findByText(papers.names.informationSheet)).toBeVisible()
    expect(shown.queryByText(pets.title)).toBeNull()
  })
})

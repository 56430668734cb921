import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { applicationStatuses } from '@/lib/applications'
import { common } from '@/lib/messages'
import { aDocument, anApplication, aReference } from '@/test/applicationFactories'
import { Stream } from '@/test/browser'
import { aUser, aUserWith } from '@/test/factories'
import { renderApp, type App } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { applications, decide, details } from './messages'

const user = aUser()
const second = anApplication({ id: 42, tenantName: 'Nkechi Eze', status: 'Submitted', currentStep: 1, progress: 20, version: 1 })
const list = '/api/tenant-applications'

beforeEach(() => {
  answer('get', list, () => HttpResponse.json([anApplication(), second]))
  answer('get', `${list}/41`, () => HttpResponse.json(anApplication()))
  answer('get', `${list}/42`, () => HttpResponse.json(second))
  for (const id of ['41', '42']) answer('get', `${list}/${id}/right-to-rent`, () => HttpResponse.json([]))
  answer('get', `${list}/analytics`, () =>
    HttpResponse.json({ total: 9, withdrawn: 0, statuses: applicationStatuses.map((status, count) => ({ status, count })) }),
  )
})

const card = async (name: string) => within(await screen.findByRole('article', { name }))
const update = async (app: App, name = 'Tom Hargreaves') => {
  await app.user.click((await card(name)).getByRole('button', { name: new RegExp(`^${applications.updateStatus}`) }))
  return within(await screen.findByRole('dialog', { name: decide.title }))
}

describe('the applications', () => {
  it('stand as cards by home, with their count', async () => {
    renderApp('/landlord-applications', { user })
    const tom = await card('Tom Hargreaves')
    for (const text of ['#0041, 12/11/2026', 'Reference Check', 'Step 4 of 5', '£25,800', '3.5×', 'Full-time', 'Verified', 'Waiting', '01/12/2026']) expect(tom.getByText(text)).toBeVisible()
    expect(screen.getByText('9 applications')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Ashmead House, Room 4' })).toHaveTextContent('£610 per month')
  })

  it('say in words where income is below what is usual', async () => {
    const { affordability } = anApplication()
    answer('get', list, () => HttpResponse.json([anApplication({ affordability: affordability && { ...affordability, annualIncome: '10200.00', incomeMultiple: '16.7' } })]))
    renderApp('/landlord-applications', { user })
    expect((await card('Tom Hargreaves')).getByText('1.3×, below 2.5×')).toBeVisible()
  })

  it('are filtered and sorted by the server, as the address says', async () => {
    const asked = answer('get', list, () => HttpResponse.json([]))
    const app = renderApp('/landlord-applications?status=Submitted&search=tom', { user })
    expect(await screen.findByText(applications.noneFound)).toBeVisible()
    expect(asked.queries.at(-1)).toEqual({ statuses: 'Submitted', search: 'tom', sort: 'home', pageSize: '100' })
    await app.user.click(screen.getByRole('link', { name: 'Clear filters' }))
    expect(await screen.findByText(applications.empty)).toBeVisible()
    expect(app.address()).toBe('/landlord-applications')
  })

  it('of one home are compared, and sorted by a column', async () => {
    const app = renderApp('/landlord-applications', { user })
    await app.user.click(await screen.findByRole('link', { name: new RegExp(`^${applications.compare}`) }))
    const table = within(await screen.findByRole('table'))
    const names = () => table.getAllByRole('rowheader').map(({ textContent }) => textContent.replace(/#.*/, ''))
    expect(names()).toEqual(['Tom Hargreaves', 'Nkechi Eze'])
    await app.user.click(table.getByRole('button', { name: applications.applicant }))
    expect(names()).toEqual(['Nkechi Eze', 'Tom Hargreaves'])
    expect(app.address()).toBe('/landlord-applications?compare=12.4')
  })

  it('follow what changes elsewhere', async () => {
    renderApp('/landlord-applications', { user })
    await card('Tom Hargreaves')
    answer('get', list, () => HttpResponse.json([anApplication({ tenantName: 'Samir Patel' })]))
    Stream.open?.say('changed', JSON.stringify({ resource: 'tenant-applications', id: 41, version: 4 }))
    await card('Samir Patel')
  })

  it('can be asked for again where they did not come', async () => {
    answer('get', list, () => problem(403))
    const app = renderApp('/landlord-applications', { user })
    expect(await screen.findByText(common.couldNotLoad(applications.list))).toBeVisible()
    answer('get', list, () => HttpResponse.json([anApplication()]))
    await app.user.click(screen.getByRole('button', { name: common.retry }))
    await card('Tom Hargreaves')
  })

  it('are nothing for a tenant, and a Viewer decides nothing', async () => {
    renderApp('/landlord-applications', { user: aUserWith('Tenant') })
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })

  it('are read by a Viewer, who decides nothing', async () => {
    renderApp('/landlord-applications', { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }) })
    expect((await card('Tom Hargreaves')).queryByRole('button')).toBeNull()
  })
})

describe('the status', () => {
  it('is changed with what belongs to it', async () => {
    const changed = answer('patch', `${list}/41`, () => HttpResponse.json(anApplication()))
    const app = renderApp('/landlord-applications', { user })
    const dialog = await update(app)
    expect(dialog.getByRole('button', { name: decide.submit })).toBeDisabled()
    expect(dialog.queryByLabelText(decide.reason)).toBeNull()
    await app.user.click(dialog.getByLabelText('Rejected'))
    await app.user.click(dialog.getByRole('button', { name: decide.submit }))
    expect(await dialog.findByText(decide.reasonRequired)).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: 'Let to another applicant' }))
    expect(dialog.getByLabelText(decide.reason)).toHaveValue('The home has been let to another applicant.')
    await app.user.click(dialog.getByRole('button', { name: decide.submit }))
    expect(await screen.findByText('Application Updated')).toBeVisible()
    expect(changed.bodies).toEqual([{ status: 'Rejected', rejectionReason: 'The home has been let to another applicant.' }])
    expect(changed.headers[0]?.get('if-match')).toBe('"3"')
  })

  it('stays in the dialog where it could not be changed', async () => {
    answer('patch', `${list}/41`, () => problem(500))
    const app = renderApp('/landlord-applications', { user })
    const dialog = await update(app)
    await app.user.click(dialog.getByLabelText('Background Check'))
    await app.user.click(dialog.getByRole('button', { name: decide.submit }))
    expect(await screen.findByText('Update Failed')).toBeVisible()
    expect(screen.getByText('Failed to update application.')).toBeVisible()
  })

  it('of a second one for the home is approved where both rent together', async () => {
    answer('get', list, () => HttpResponse.json([anApplication(), anApplication({ id: 33, status: 'Approved', tenantName: 'Zainab Hussain' })]))
    const changed = answer('patch', `${list}/41`, (count) =>
      count === 1 ? problem(409, { reason: 'HOME_ALREADY_APPROVED', detail: 'Zainab Hussain is approved for this home.' }) : HttpResponse.json(anApplication()),
    )
    const app = renderApp('/landlord-applications', { user })
    const dialog = await update(app)
    await app.user.click(dialog.getByLabelText('Approved'))
    await app.user.click(dialog.getByRole('button', { name: decide.submit }))
    expect(await dialog.findByText('Zainab Hussain is approved for this home.')).toBeVisible()
    await app.user.click(await dialog.findByRole('button', { name: decide.together }))
    expect(await screen.findByText('Application Updated')).toBeVisible()
    expect(changed.bodies).toEqual([{ status: 'Approved' }, { status: 'Approved', jointWith: 33 }])
  })
})

describe('the details', () => {
  const open = async () => {
    const app = renderApp('/landlord-applications/41', { user })
    const dialog = within(await screen.findByRole('dialog', { name: /Tom Hargreaves/ }))
    return { app, dialog }
  }

  it('hold checks, affordability, documents and what happened', async () => {
    const { dialog } = await open()
    expect(dialog.getByText(details.checksDone(1, 3))).toBeVisible()
    expect(dialog.getByText('+£7,500.00')).toBeVisible()
    expect(dialog.getByText(details.information('3.5'))).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Passport or ID' })).toBeVisible()
    expect(dialog.getByText('Application submitted')).toBeVisible()
    expect(dialog.getByText('I have a bicycle.')).toBeVisible()
  })

  it('lead on to the next application for the home, by button and by arrow', async () => {
    const { app } = await open()
    expect(await screen.findByText(details.place(1, 2))).toBeVisible()
    await app.user.click(screen.getByRole('link', { name: details.next }))
    await screen.findByRole('dialog', { name: /Nkechi Eze/ })
    expect(app.address()).toBe('/landlord-applications/42')
    await app.user.keyboard('{ArrowLeft}')
    await screen.findByRole('dialog', { name: /Tom Hargreaves/ })
  })

  it('send a reference’s link again', async () => {
    const sent = answer('post', `${list}/41/references/guarantor/send`, () => HttpResponse.json(anApplication(), { status: 202 }))
    const { app, dialog } = await open()
    await app.user.click(dialog.getByRole('button', { name: `${details.sendAgain}, ${details.guarantor}` }))
    expect(sent.headers).toHaveLength(0)
    expect(await screen.findByRole('alertdialog', { name: details.sendAsk })).toHaveTextContent(details.sendSays)
    await app.user.click(screen.getByRole('button', { name: details.send }))
    expect(await screen.findByText(details.sentAgain)).toBeVisible()
    expect(sent.headers).toHaveLength(1)
  })

  it('send the applicant a new private link', async () => {
    const sent = answer('post', `${list}/41/status-link`, () => HttpResponse.json({ message: 'Sent.' }, { status: 202 }))
    const { app, dialog } = await open()
    await app.user.click(dialog.getByRole('button', { name: details.sendPrivateLink }))
    await app.user.click(await screen.findByRole('button', { name: details.send }))
    expect(await screen.findByText(details.sentAgain)).toBeVisible()
    expect(sent.headers[0]?.get('idempotency-key')).toBeTruthy()
  })

  it('say why no private link can be sent any more', async () => {
    const detail = 'This application ended 14 days ago or earlier, and with it its private links.'
    answer('post', `${list}/41/status-link`, () => problem(409, { reason: 'APPLICATION_LONG_OVER', detail }))
    const { app, dialog } = await open()
    await app.user.click(dialog.getByRole('button', { name: details.sendPrivateLink }))
    await app.user.click(await screen.findByRole('button', { name: details.send }))
    expect(await screen.findByText(detail)).toBeVisible()
  })

  it('show what a referee has answered and signed', async () => {
    const form = {
      fullName: 'Judith Hargreaves',
      email: 'judith@mail.example',
      phone: '020 7946 0734',
      address: '3 Coombe Lane, Taunton',
      dateOfBirth: '1968-03-08',
      relationship: 'parent',
      occupation: 'Practice nurse',
      employerName: 'Quantock Surgery',
      annualIncome: '36400.00',
      agreedToGuarantee: true,
    }
    const guarantor = aReference({ state: 'given', guarantorForm: form, signature: 'data:image/png;base64,iVBORw0KGgo=' })
    answer('get', `${list}/41`, () => HttpResponse.json(anApplication({ guarantor, employer: null, notices: ['The guarantor has the address of the applicant.'] })))
    const { app, dialog } = await open()
    expect(dialog.getByText('The guarantor has the address of the applicant.')).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: new RegExp(`^${details.readAnswers}`) }))
    const answers = within(await screen.findByRole('dialog', { name: details.guarantorAnswers }))
    expect(answers.getByText('£36,400.00')).toBeVisible()
    expect(answers.getByRole('img', { name: details.signatureOf('Judith Hargreaves') })).toBeVisible()
  })

  it('accept a document, and refuse one with a reason', async () => {
    const reviewed = answer('patch', `${list}/41/documents/21`, () => HttpResponse.json(aDocument()))
    const { app, dialog } = await open()
    await app.user.click(dialog.getByRole('button', { name: `${details.accept}, Passport or ID` }))
    expect(await screen.findByText(details.accepted)).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: `${details.refuse}, Passport or ID` }))
    const question = within(await screen.findByRole('dialog', { name: details.refuseTitle }))
    await app.user.click(question.getByRole('button', { name: details.refuse }))
    expect(await question.findByText(details.refuseRequired)).toBeVisible()
    await app.user.type(question.getByLabelText(details.refuseReason), 'It is cut off.')
    await app.user.click(question.getByRole('button', { name: details.refuse }))
    await waitFor(() => expect(reviewed.bodies).toEqual([{ status: 'accepted' }, { status: 'rejected', reason: 'It is cut off.' }]))
  })

  it('keep the landlord’s notes', async () => {
    const changed = answer('patch', `${list}/41`, () => HttpResponse.json(anApplication({ landlordNotes: 'Thank you.' })))
    const { app, dialog } = await open()
    await app.user.type(dialog.getByLabelText(details.notes), 'Thank you.')
    await app.user.click(dialog.getByRole('button', { name: details.saveNotes }))
    expect(await screen.findByText(decide.notesSaved)).toBeVisible()
    expect(changed.bodies).toEqual([{ landlordNotes: 'Thank you.' }])
  })

  it('begin a decision at its choice', async () => {
    const { app, dialog } = await open()
    await app.user.click(dialog.getByRole('button', { name: details.ask }))
    const question = within(await screen.findByRole('dialog', { name: decide.title }))
    expect(question.getByLabelText('Documents Required')).toBeChecked()
    expect(question.getByLabelText('Right to rent')).toBeChecked()
    expect(question.getByLabelText('Passport or ID')).not.toBeChecked()
  })

  it('of none say so', async () => {
    answer('get', `${list}/77`, () => problem(404))
    const app = renderApp('/landlord-applications/77?status=Submitted', { user })
    const dialog = within(await screen.findByRole('dialog', { name: new RegExp(details.goneTitle) }))
    await app.user.click(dialog.getByRole('button', { name: details.goneBack }))
    await waitFor(() => expect(app.address()).toBe('/landlord-applications?status=Submitted'))
  })
})

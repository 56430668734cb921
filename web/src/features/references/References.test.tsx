import { cleanup, screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { common } from '@/lib/messages'
import { signature } from '@/lib/signature'
import { unsaved } from '@/lib/unsaved'
import { anAgreementFor } from '@/test/agreementFactories'
import { keptByTab } from '@/test/browser'
import { drawnPicture, installCanvas } from '@/test/canvas'
import { aUserWith } from '@/test/factories'
import { renderApp, type App } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { endedLink } from '@/ui/endedLink.messages'
import { sendLater } from '@/ui/sendLater.messages'
import { employer, form, guarantor, mistakes, references } from './messages'

const asked = { tenantName: 'Tom Hargreaves', propertyAddress: 'Room 4, Ashmead House', monthlyRent: '610.00', status: 'pending', guarantorVerified: false }

beforeEach(() => {
  installCanvas()
  answer('get', '/api/guarantor-verify/secret', () => HttpResponse.json(asked))
  answer('get', '/api/employer-verify/secret', () => HttpResponse.json({ ...asked, guarantorVerified: undefined, employerVerified: false, tenantEmail: 'tom@mail.example' }))
})
afterEach(() => void vi.restoreAllMocks())

const typeDay = async (app: App, legend: string, [day, month, year]: [string, string, string]) => {
  const group = within(screen.getByRole('group', { name: legend }))
  for (const [name, text] of [[common.day, day], [common.month, month], [common.year, year]] as const) await app.user.type(group.getByLabelText(name), text)
}
const sign = async (app: App, name: string) => {
  await app.user.click(screen.getByRole('button', { name: signature.type }))
  expect(screen.getByLabelText(signature.name)).toHaveFocus()
  await app.user.type(screen.getByLabelText(signature.name), name)
}

async function fillGuarantor(app: App): Promise<void> {
  await screen.findByRole('heading', { level: 1, name: guarantor.title })
  const answers = {
    [guarantor.fullName]: 'Judith Hargreaves',
    [guarantor.email]: 'judith@mail.example',
    [guarantor.phone]: '020 7946 0734',
    [guarantor.address]: '3 Coombe Lane, Taunton',
    [guarantor.occupation]: 'Practice nurse',
    [guarantor.employerName]: 'Quantock Surgery',
    [guarantor.annualIncome]: '36400',
  }
  for (const [label, text] of Object.entries(answers)) await app.user.type(screen.getByLabelText(label), text)
  await typeDay(app, guarantor.dateOfBirth, ['8', '3', '1968'])
  await app.user.selectOptions(screen.getByLabelText(guarantor.relationship), 'parent')
  await app.user.click(screen.getByLabelText(guarantor.agree))
}

describe('a guarantor', () => {
  it('answers, signs by name and is done; nothing of it is told', async () => {
    const given = answer('post', '/api/guarantor-verify/secret', () => HttpResponse.json({ message: 'Thank you.', guarantorVerified: true }))
    const app = renderApp('/guarantor-verify/secret')
    await fillGuarantor(app)
    // T27: the secret has left the address.
    expect(app.address()).toBe('/guarantor-verify/form')
    expect(screen.getByRole('button', { name: guarantor.submit })).toBeDisabled()
    expect(screen.getByText(form.signFirst)).toBeVisible()
    await sign(app, 'Judith Hargreaves')
    expect(screen.getByText(signature.signed)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: guarantor.submit }))
    await screen.findByRole('heading', { level: 1, name: guarantor.doneTitle })
    expect(screen.getByText(guarantor.submitted)).toBeVisible()
    expect(screen.queryByText(/Judith/)).toBeNull()
    expect(given.bodies).toEqual([expect.objectContaining({ fullName: 'Judith Hargreaves', dateOfBirth: '1968-03-08', annualIncome: '36400.00', agreedToGuarantee: true, signature: drawnPicture })])
  })

  it('keeps the focus when the way of signing changes', async () => {
    const app = renderApp('/guarantor-verify/secret')
    await screen.findByRole('heading', { level: 1, name: guarantor.title })
    await sign(app, 'Judith')
    await app.user.click(screen.getByRole('button', { name: signature.draw }))
    expect(screen.getByRole('button', { name: signature.type })).toHaveFocus()
  })

  it('is told that a signature is required when Enter is pressed without one', async () => {
    const app = renderApp('/guarantor-verify/secret')
    await app.user.type(await screen.findByLabelText(guarantor.fullName), 'Judith{Enter}')
    expect(await screen.findByText(form.signatureRequired)).toBeVisible()
    expect(screen.getByText(form.signatureRequiredText)).toBeVisible()
  })

  it('has what is missing listed', async () => {
    const app = renderApp('/guarantor-verify/secret')
    await screen.findByRole('heading', { level: 1, name: guarantor.title })
    await sign(app, 'Judith')
    await app.user.click(screen.getByRole('button', { name: guarantor.submit }))
    const list = within(await screen.findByRole('alert')).getAllByRole('link')
    expect(list).toHaveLength(10)
    expect(list.at(-1)).toHaveTextContent(mistakes.agreedToGuarantee)
  })

  it('sees the completed screen where the form was given already', async () => {
    answer('get', '/api/guarantor-verify/secret', () => HttpResponse.json({ guarantorVerified: true, status: 'completed' }))
    renderApp('/guarantor-verify/secret')
    await screen.findByRole('heading', { level: 1, name: guarantor.doneTitle })
  })

  it('keeps the form and is told where it could not be sent', async () => {
    answer('post', '/api/guarantor-verify/secret', () => problem(500))
    const app = renderApp('/guarantor-verify/secret')
    await fillGuarantor(app)
    await sign(app, 'Judith Hargreaves')
    await app.user.click(screen.getByRole('button', { name: guarantor.submit }))
    expect(await screen.findByText(form.failed)).toBeVisible()
    expect(screen.getByText(guarantor.failedText)).toBeVisible()
    expect(screen.getByLabelText(guarantor.fullName)).toHaveValue('Judith Hargreaves')
  })

  it('finds typed answers after a reload, but no signature or other link', async () => {
    answer('get', '/api/guarantor-verify/another', () => HttpResponse.json(asked))
    const app = renderApp('/guarantor-verify/secret')
    await fillGuarantor(app)
    await sign(app, 'Judith Hargreaves')
    expect(keptByTab()).not.toContain('base64')
    cleanup()
    renderApp(app.entry())
    expect(await screen.findByLabelText(guarantor.fullName)).toHaveValue('Judith Hargreaves')
    expect(screen.getByText(unsaved.restored)).toBeVisible()
    expect(screen.getByRole('button', { name: guarantor.submit })).toBeDisabled()
    cleanup()
    renderApp('/guarantor-verify/another')
    expect(await screen.findByLabelText(guarantor.fullName)).toHaveValue('')
  })

  it('waits in sight without a connection, and keeps nothing once sent', async () => {
    const given = answer('post', '/api/guarantor-verify/secret', (count) => (count === 1 ? HttpResponse.error() : HttpResponse.json({ message: 'Thank you.', guarantorVerified: true })))
    const app = renderApp('/guarantor-verify/secret')
    await fillGuarantor(app)
    await sign(app, 'Judith Hargreaves')
    await app.user.click(screen.getByRole('button', { name: guarantor.submit }))
    expect(await screen.findByText(sendLater.waiting)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: sendLater.tryNow }))
    await screen.findByRole('heading', { level: 1, name: guarantor.doneTitle })
    expect(new Set(given.headers.map((each) => each.get('idempotency-key'))).size).toBe(1)
    expect(keptByTab()).not.toContain('Judith')
  })

  it('may decline with a reason', async () => {
    const declined = answer('post', '/api/guarantor-verify/secret/decline', () => HttpResponse.json({ message: 'Noted.' }))
    const app = renderApp('/guarantor-verify/secret')
    await app.user.click(await screen.findByRole('button', { name: form.decline }))
    const dialog = within(await screen.findByRole('dialog', { name: guarantor.declineTitle }))
    await app.user.type(dialog.getByLabelText(/^Reason/), 'I cannot afford it.')
    await app.user.click(dialog.getByRole('button', { name: guarantor.declineConfirm }))
    await screen.findByRole('heading', { level: 1, name: form.declinedTitle })
    expect(declined.bodies).toEqual([{ reason: 'I cannot afford it.' }])
  })

  it('may take a refusal back that waits for a connection', async () => {
    const declined = answer('post', '/api/guarantor-verify/secret/decline', () => HttpResponse.error())
    const app = renderApp('/guarantor-verify/secret')
    await app.user.click(await screen.findByRole('button', { name: form.decline }))
    const dialog = within(await screen.findByRole('dialog', { name: guarantor.declineTitle }))
    await app.user.click(dialog.getByRole('button', { name: guarantor.declineConfirm }))
    await app.user.click(await dialog.findByRole('button', { name: sendLater.takeBack }))
    expect(dialog.getByRole('button', { name: guarantor.declineConfirm })).toHaveFocus()
    expect(declined.headers).toHaveLength(1)
  })

  it('learns that a link is not good', async () => {
    answer('get', '/api/guarantor-verify/secret', () => problem(404, { reason: 'LINK_INVALID' }))
    renderApp('/guarantor-verify/secret')
    await screen.findByRole('heading', { level: 1, name: 'Invalid Link' })
    expect(screen.getByRole('alert')).toHaveTextContent('This guarantor verification link is invalid or has expired.')
  })

  it('who has declined reads that, and not that answers are there', async () => {
    answer('get', '/api/guarantor-verify/secret', () => HttpResponse.json({ status: 'declined', guarantorVerified: false }))
    renderApp('/guarantor-verify/secret')
    await screen.findByRole('heading', { level: 1, name: form.declinedTitle })
    expect(screen.queryByText(guarantor.doneText)).toBeNull()
  })

  it.each([
    ['LINK_EXPIRED', endedLink.expired, endedLink.expiredText],
    ['LINK_CLOSED', endedLink.closed, form.closedText],
  ])('learns why a link leads nowhere any more: %s', async (reason, title, text) => {
    answer('get', '/api/guarantor-verify/secret', () => problem(410, { reason }))
    renderApp('/guarantor-verify/secret')
    await screen.findByRole('heading', { level: 1, name: title })
    expect(screen.getByRole('alert')).toHaveTextContent(text)
  })
})

describe('an employer', () => {
  it('answers and signs', async () => {
    const given = answer('post', '/api/employer-verify/secret', () => HttpResponse.json({ message: 'Thank you.', employerVerified: true }))
    const app = renderApp('/employer-verify/secret')
    await screen.findByRole('heading', { level: 1, name: employer.title })
    expect(screen.getByText('tom@mail.example')).toBeVisible()
    const answers = {
      [employer.companyName]: 'Severn Analytics Ltd',
      [employer.contactName]: 'Dana Whitlock',
      [employer.position]: 'People Partner',
      [employer.email]: 'people@severn.example',
      [employer.phone]: '0117 496 0182',
      [employer.companyAddress]: '1 Harbour Way, Bristol',
      [employer.employeePosition]: 'Data analyst',
      [employer.annualSalary]: '25800',
    }
    for (const [label, text] of Object.entries(answers)) await app.user.type(screen.getByLabelText(label), text)
    await typeDay(app, employer.startDate, ['1', '9', '2024'])
    await app.user.selectOptions(screen.getByLabelText(employer.employmentType), 'full-time')
    await app.user.selectOptions(screen.getByLabelText(employer.contractType), 'permanent')
    await app.user.click(screen.getByLabelText(employer.confirm))
    await sign(app, 'Dana Whitlock')
    await app.user.click(screen.getByRole('button', { name: employer.submit }))
    await screen.findByRole('heading', { level: 1, name: employer.doneTitle })
    expect(screen.getByText('Employment Verification Submitted')).toBeVisible()
    expect(given.bodies).toEqual([expect.objectContaining({ companyName: 'Severn Analytics Ltd', employmentStartDate: '2024-09-01', annualSalary: '25800.00', confirmedDetails: true })])
  })

  it('learns that a link is not good', async () => {
    answer('get', '/api/employer-verify/secret', () => problem(404, { reason: 'LINK_INVALID' }))
    renderApp('/employer-verify/secret')
    await screen.findByRole('heading', { level: 1, name: 'Invalid Link' })
    expect(screen.getByRole('alert')).toHaveTextContent('This employment verification link is invalid or has expired.')
  })
})

describe('the requests', () => {
  it('stand with their state, and open while they are to do', async () => {
    const request = { kind: 'guarantor', tenantName: 'Tom Hargreaves', propertyAddress: 'Ashmead House', sentAt: null, agreementApplicationId: null, maySign: false }
    answer('get', '/api/reference-requests', () =>
      HttpResponse.json([
        { ...request, state: 'requested', url: 'https://lintel.example/guarantor-verify/secret' },
        { ...request, tenantName: 'Nkechi Eze', state: 'given', url: null },
      ]),
    )
    renderApp('/', { user: aUserWith('Guarantor') })
    expect(await screen.findByRole('link', { name: `${references.open} ${references.forWhom('Tom Hargreaves')}` })).toHaveAttribute('href', '/guarantor-verify/secret')
    expect(screen.getByText('Completed')).toBeVisible()
    expect(screen.getAllByRole('link', { name: new RegExp(references.open) })).toHaveLength(1)
  })

  it('lead a guarantor to what waits for their signature or has it', async () => {
    const request = { kind: 'guarantor', propertyAddress: 'Ashmead House', state: 'given', url: null, sentAt: null }
    answer('get', '/api/reference-requests', () =>
      HttpResponse.json([
        { ...request, tenantName: 'Tom Hargreaves', agreementApplicationId: 41, maySign: true },
        { ...request, tenantName: 'Nkechi Eze', agreementApplicationId: 42, maySign: false },
      ]),
    )
    answer('get', '/api/tenant-applications/41/agreement', () => HttpResponse.json(anAgreementFor('guarantor')))
    answer('get', '/api/tenant-applications/41/agreement/document', () => new HttpResponse('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }))
    const app = renderApp('/', { user: aUserWith('Guarantor') })
    expect(await screen.findByRole('link', { name: `${references.read} ${references.forWhom('Nkechi Eze')}` })).toBeVisible()
    expect(screen.getAllByText(references.toSign)).toHaveLength(1)
    await app.user.click(screen.getByRole('link', { name: `${references.sign} ${references.forWhom('Tom Hargreaves')}` }))
    expect(app.address()).toBe('/tenant-status/agreement?application=41')
    const back = await within(await screen.findByRole('main')).findByRole('link', { name: references.title })
    expect(back).toHaveAttribute('href', '/')
  })

  it('are none at first', async () => {
    answer('get', '/api/reference-requests', () => HttpResponse.json([]))
    renderApp('/', { user: aUserWith('Employer') })
    expect(await screen.findByText(references.empty)).toBeVisible()
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { setViewport } from '@/test/browser'
import { aCertificate, aDuty, aHome, aPageOfHomes } from '@/test/complianceFactories'
import { aProperty, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer } from '@/test/server'
import { certificateForm } from '../messages'
import { cell, grid } from './messages'

const user = aUser()
const homes = '/api/compliance/homes'

const missingGas = aDuty('Gas Safety', {
  state: 'Missing',
  reason: 'Nobody has said whether it is needed, so it counts as needed',
  unknownFact: 'gas',
  validUntil: null,
  daysRemaining: null,
  certificateId: null,
})
const missing = aDuty('EICR', { state: 'Missing', reason: 'Needed and never recorded', validUntil: null, daysRemaining: null, certificateId: null })
const expired = aDuty('EICR', { state: 'Expired', reason: 'Its last day has passed', validUntil: '2026-11-09', daysRemaining: -21 })
const due = aDuty('Gas Safety', { state: 'Due', reason: 'Its last day is near', validUntil: '2026-12-03', daysRemaining: 3 })
const byTheBlock = aDuty('Insurance', {
  state: 'NotRequired',
  reason: 'You said that it is not needed',
  shortReason: 'By the block',
  validUntil: null,
  daysRemaining: null,
  certificateId: null,
  exemption: { reason: 'By the block', userId: 7, createdAt: '2026-11-20T10:00:00Z' },
})
const insured = aDuty('Insurance', { validUntil: '2027-02-14', certificateId: null })
const noPat = aDuty('PAT', { state: 'NotRequired', shortReason: 'Not needed', validUntil: null, daysRemaining: null, certificateId: null })

const mercer = aHome('Mercer Row', 1, [missingGas, expired, insured, noPat])
const bakery = aHome('The Old Bakery', 2, [due, missing, byTheBlock, noPat])
const wharf = aHome('Wharf Lane', 3, [aDuty('Gas Safety'), aDuty('EICR'), insured, noPat])

beforeEach(() => {
  answer('get', homes, () => HttpResponse.json(aPageOfHomes([mercer, bakery, wharf], { nextDate: '2026-12-03', unknownFacts: [{ fact: 'gas', homes: 9 }] })))
  answer('get', '/api/certificate-types', () => HttpResponse.json([{ certificateType: 'EICR', usualValidityMonths: 60, elsewhere: [] }]))
  answer('get', '/api/properties/1', () => HttpResponse.json(aProperty({ id: 1, name: 'Mercer Row' })))
})

const open = (query = '') => renderApp(`/portfolio/compliance${query}`, { user })
const button = (name: string) => screen.findByRole('button', { name })

describe('what each home needs', () => {
  it('stands in a grid with totals, what no home needs left out', async () => {
    open()
    const table = within(await screen.findByRole('grid', { name: grid.name }))
    const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['Home', 'Gas Safety12 months', 'EICR5 years', 'InsuranceYearly'])
    expect(table.getByRole('button', { name: 'Mercer Row, Gas Safety: Missing, Gas not known' })).toHaveTextContent('MissingGas not known')
    expect(table.getByRole('button', { name: 'Mercer Row, EICR: Expired 21 days ago, Until 09/11/2026' })).toHaveTextContent('Expired09/11/2026')
    expect(table.getByRole('button', { name: 'The Old Bakery, Gas Safety: 3 days left, Until 03/12/2026' })).toHaveTextContent('3 days left03/12/2026')
    expect(table.getByRole('button', { name: 'The Old Bakery, Insurance: By the block' })).toHaveTextContent('By the block')
    expect(screen.getByText(grid.notShown('PAT'))).toBeVisible()
    const rows = table.getAllByRole('row')
    expect(rows.at(-1)).toHaveTextContent('To do1 missing1 due1 missing1 expiredNone')
    const figures = within(screen.getByRole('region', { name: grid.figures }))
    expect(figures.getByText(grid.missing).parentElement).toHaveTextContent('Missing2Needed and never recorded')
    expect(figures.getByText(grid.first('03/12/2026'))).toBeVisible()
    expect(figures.getByText(grid.notNeeded(4))).toBeVisible()
  })

  it('has one stop for the keyboard; arrows move among cells, Enter opens', async () => {
    const app = open()
    const gas = await button('Mercer Row, Gas Safety: Missing, Gas not known')
    const cells = within(screen.getByRole('grid')).getAllByRole('button')
    expect(cells.filter(({ tabIndex }) => tabIndex === 0)).toEqual([gas])
    gas.focus()
    await app.user.keyboard('{ArrowRight}{ArrowDown}')
    expect(screen.getByRole('button', { name: 'The Old Bakery, EICR: Missing' })).toHaveFocus()
    await app.user.keyboard('{Home}')
    expect(screen.getByRole('link', { name: 'The Old Bakery' })).toHaveFocus()
    await app.user.keyboard('{ArrowUp}{End}')
    expect(screen.getByRole('button', { name: 'Mercer Row, Insurance: In date, Until 14/02/2027' })).toHaveFocus()
    await app.user.keyboard('{Control>}{End}{/Control}')
    expect(screen.getByRole('button', { name: /^Wharf Lane, Insurance/ })).toHaveFocus()
    await app.user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Insurance' })).toBeVisible()
  })

  it('asks for the fact that is not known, for the other homes as well', async () => {
    const saved = answer('patch', '/api/properties/1', () => HttpResponse.json(aProperty({ id: 1 })))
    const rounds = [
      { answered: 100, remaining: 3 },
      { answered: 3, remaining: 0 },
    ]
    const others = answer('post', '/api/compliance/facts', () => HttpResponse.json(rounds.shift()))
    const app = open()
    await app.user.click(await button('Mercer Row, Gas Safety: Missing, Gas not known'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Gas Safety' }))
    await app.user.click(dialog.getByRole('button', { name: cell.save }))
    expect(await dialog.findByText(cell.answerRequired)).toBeVisible()
    await app.user.selectOptions(dialog.getByLabelText('Does it have gas?'), cell.no)
    await app.user.click(dialog.getByLabelText(cell.alsoOthers(8)))
    await app.user.click(dialog.getByRole('button', { name: cell.save }))
    expect(await screen.findByText(cell.answeredText(104))).toBeVisible()
    expect(saved.bodies).toEqual([{ gas: false }])
    expect(others.bodies).toEqual([{ gas: false }, { gas: false }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('adds, and renews, from a cell', async () => {
    answer('get', '/api/property-certificates/301', () => HttpResponse.json(aCertificate({ certificateType: 'EICR', propertyName: 'Mercer Row' })))
    const app = open()
    await app.user.click(await button('The Old Bakery, EICR: Missing'))
    await app.user.click(await screen.findByRole('button', { name: cell.add }))
    const adding = within(await screen.findByRole('dialog', { name: certificateForm.add }))
    expect(await adding.findByDisplayValue('EICR')).toBeVisible()
    expect(adding.queryByLabelText('Property')).toBeNull()
    await app.user.click(adding.getByRole('button', { name: 'Cancel' }))
    await app.user.click(await button('Mercer Row, EICR: Expired 21 days ago, Until 09/11/2026'))
    await app.user.click(await screen.findByRole('button', { name: cell.renew }))
    expect(await screen.findByRole('dialog', { name: certificateForm.renewTitle })).toBeVisible()
  })

  it('takes a reason why something is not needed, and takes it back', async () => {
    const kept = answer('post', '/api/compliance/exemptions', () => HttpResponse.json(byTheBlock))
    const back = answer('post', '/api/compliance/exemptions/take-back', () => HttpResponse.json(insured))
    const app = open()
    await app.user.click(await button('The Old Bakery, EICR: Missing'))
    await app.user.click(await screen.findByRole('button', { name: cell.notNeeded }))
    const dialog = within(await screen.findByRole('dialog', { name: cell.notNeededTitle }))
    await app.user.click(dialog.getByRole('button', { name: cell.save }))
    expect((await dialog.findAllByText(cell.reasonRequired))[0]).toBeVisible()
    await app.user.type(dialog.getByLabelText(cell.reason), ' New build ')
    await app.user.click(dialog.getByRole('button', { name: cell.save }))
    await waitFor(() => expect(kept.bodies).toEqual([{ propertyId: 2, duty: 'EICR', reason: 'New build' }]))
    await app.user.click(await button('The Old Bakery, Insurance: By the block'))
    expect(await screen.findByText(cell.saidOn('By the block', '20/11/2026'))).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: cell.needed }))
    await waitFor(() => expect(back.bodies).toEqual([{ propertyId: 2, duty: 'Insurance' }]))
  })

  it('is searched, narrowed and ordered by the server, as the address says', async () => {
    const asked = answer('get', homes, () => HttpResponse.json(aPageOfHomes([])))
    open('?search=gl53qu&duty=EICR&homes=todo&sort=name')
    await waitFor(() => expect(asked.queries.at(-1)).toEqual({ search: 'gl53qu', duty: 'EICR', toDo: 'true', sort: 'name' }))
  })

  it('says that every home has what it needs', async () => {
    answer('get', homes, () => HttpResponse.json(aPageOfHomes([wharf])))
    open()
    expect(await screen.findByText(grid.allDone)).toBeVisible()
  })

  it('is read alone by a Viewer: why it is needed, and nothing to press', async () => {
    const app = renderApp('/portfolio/compliance', { user: aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } }) })
    await app.user.click(await button('Mercer Row, Gas Safety: Missing, Gas not known'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Gas Safety' }))
    expect(dialog.getByText('Every let home.')).toBeVisible()
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).not.toContain(cell.add)
    expect(dialog.queryByLabelText('Does it have gas?')).toBeNull()
    expect(screen.queryByRole('button', { name: certificateForm.add })).toBeNull()
  })

  it('says that it failed, and tries again', async () => {
    answer('get', homes, () => HttpResponse.json({}, { status: 500 }))
    open()
    expect(await screen.findByRole('button', { name: /Try again|Retry/ })).toBeVisible()
  })
})

describe('on a phone', () => {
  beforeEach(() => setViewport({ width: 390 }))

  it('shows homes with work as cards, and the number of those in date', async () => {
    const asked = answer('get', homes, () => HttpResponse.json(aPageOfHomes([mercer, bakery], { homeCount: 7, inDateNames: ['Keelman’s Walk', 'Linden Avenue'] })))
    open()
    expect(await screen.findByRole('heading', { name: grid.homesToDo(2) })).toBeVisible()
    expect(asked.queries.at(-1)).toEqual({ toDo: 'true', sort: 'missing' })
    expect(screen.queryByRole('grid')).toBeNull()
    expect(screen.getByRole('button', { name: 'Mercer Row, Gas Safety: Missing, Gas not known' })).toBeVisible()
    // Duties in date are counted at the head of their card alone.
    expect(screen.queryByRole('button', { name: /^Mercer Row, Insurance/ })).toBeNull()
    expect(screen.getAllByText(grid.valids(1))[0]).toBeVisible()
    const rest = screen.getByRole('link', { name: /^5 homes in date/ })
    expect(rest).toHaveTextContent('Keelman’s Walk, Linden Avenue and 3 more')
    expect(rest).toHaveAttribute('href', '/portfolio/compliance?homes=all')
  })
})

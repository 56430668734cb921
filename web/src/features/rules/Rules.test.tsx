import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Rule, RuleList } from '@/api/rules'
import * as save from '@/lib/save'
import { aProperty, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aTenant } from '@/test/tenantFactories'
import { rules as texts } from './messages'
import { placeOf, summaryOf } from './model'

const aRule = (changes: Partial<Rule> = {}): Rule => ({
  key: 'deposit.cap',
  topic: 'Deposits',
  title: 'Highest deposit',
  nations: ['England'],
  text: "5 weeks' rent, 6 weeks' from £50,000 a year",
  fromDate: '2019-06-01',
  untilDate: null,
  state: 'Current',
  source: 'Tenant Fees Act 2019, Schedule 1',
  checkDate: '2026-11-28',
  confirmed: true,
  doubt: null,
  used: 'Tenant page, agreement',
  example: '£100 a week: £500.00.',
  ...changes,
})

const list: RuleList = {
  rules: [
    aRule(),
    aRule({ nations: ['Scotland'], text: "2 months' rent", fromDate: null, example: null }),
    aRule({ key: 'deposit.protect', title: 'Protect the deposit', nations: ['Northern Ireland'], text: '28 days to protect', doubt: 'Whether the day of receipt counts is not confirmed: we take the earlier day' }),
    aRule({ key: 'income-tax', topic: 'Tax', title: 'Income tax on property', nations: ['England', 'Wales', 'Northern Ireland'], text: '22%, 42% and 47%', fromDate: '2027-04-06', state: 'Coming' }),
    aRule({ key: 'hmo', topic: 'Certificates', title: 'Statutory maximum', nations: ['Scotland'], text: 'Unknown', confirmed: false }),
  ],
  homes: [
    { nation: 'England', homes: 11 },
    { nation: 'Wales', homes: 1 },
  ],
}

const open = (query = '') => renderApp(`/rules${query}`, { user: aUser() })

beforeEach(() => {
  answer('get', '/api/rules', () => HttpResponse.json(list))
  answer('get', '/api/tenants', () => HttpResponse.json([]))
})

describe('the rules', () => {
  it('say by topic and nation what is applied, since when, and from where', async () => {
    open()
    const table = within(await screen.findByRole('table'))
    const row = within(table.getByRole('row', { name: /^Highest deposit England/ }))
    for (const text of ['5 weeks’ rent, 6 weeks’ from £50,000 a year', '01/06/2019', 'Tenant Fees Act 2019, Schedule 1', '28/11/2026']) expect(row.getByText(text)).toBeVisible()
    expect(within(table.getByRole('row', { name: /^Highest deposit Scotland/ })).getByText(texts.before)).toBeVisible()
    expect(within(table.getByRole('row', { name: /^Income tax/ })).getByText(texts.coming)).toBeVisible()
    expect(within(table.getByRole('row', { name: /^Statutory maximum/ })).getByText(texts.unconfirmed)).toBeVisible()
    expect(within(table.getByRole('row', { name: /^Protect/ })).getByText(/we take the earlier day/)).toBeVisible()
    expect(screen.getByText('England 11, Wales 1')).toBeVisible()
  })

  it('unfold to where they are used, an example and the homes that they are for', async () => {
    const app = open()
    const more = await screen.findByRole('button', { name: texts.more('Highest deposit', 'England') })
    expect(more).toHaveAttribute('aria-expanded', 'false')
    await app.user.click(more)
    expect(more).toHaveAttribute('aria-expanded', 'true')
    for (const text of ['Tenant page, agreement', '£100 a week: £500.00.', '11 homes in England.']) expect(screen.getByText(text)).toBeVisible()
  })

  it('name the homes whose deposit is above a cap, once for each tenancy', async () => {
    const depositWarning = '£1,400.00 is £73.08 more than a deposit may be in England: £1,326.92 at this rent.'
    const lofts = { tenancyId: 8, propertyId: 7, propertyName: 'Corn Exchange Lofts', roomNumber: '3', depositWarning }
    const glasgow = aTenant({ id: 93, tenancyId: 9, propertyId: 8, propertyName: 'Kelvin Court', depositWarning })
    answer('get', '/api/tenants', () => HttpResponse.json([aTenant(), aTenant({ ...lofts, id: 91 }), aTenant({ ...lofts, id: 92 }), glasgow]))
    answer('get', '/api/properties/7', () => HttpResponse.json(aProperty({ id: 7, nation: 'England' })))
    answer('get', '/api/properties/8', () => HttpResponse.json(aProperty({ id: 8, nation: 'Scotland' })))
    const app = open('?nation=England')
    await app.user.click(await screen.findByRole('button', { name: texts.more('Highest deposit', 'England') }))
    const home = await screen.findByRole('link', { name: 'Corn Exchange Lofts, Room 3' })
    expect(home).toHaveAttribute('href', '/tenants/91')
    expect(home.closest('li')).toHaveTextContent('£73.08 more than a deposit may be')
    expect(screen.queryByRole('link', { name: 'Kelvin Court' })).toBeNull()
  })

  it('are found by word, topic and nation in the address', async () => {
    const app = open('?nation=Scotland')
    expect(await screen.findByText('2 months’ rent')).toBeVisible()
    expect(screen.queryByText('22%, 42% and 47%')).toBeNull()
    await app.user.selectOptions(screen.getByLabelText(texts.topic), 'Tax')
    expect(await screen.findByText(texts.none)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: texts.clear }))
    expect(await screen.findByText('22%, 42% and 47%')).toBeVisible()
    expect(app.address()).toBe('/rules')
  })

  it('are saved as the list shows them', async () => {
    const saved = vi.spyOn(save, 'saveFile').mockReturnValue()
    const app = open('?nation=Scotland')
    await app.user.click(await screen.findByRole('button', { name: texts.export }))
    const [content, name] = saved.mock.calls[0] ?? []
    expect(name).toBe('rules.csv')
    const lines = (await content?.text())?.trim().split('\r\n') ?? []
    expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual([
      ['Topic', 'Rule', 'Nations'],
      ['Deposits', 'Highest deposit', 'Scotland'],
      ['Certificates', 'Statutory maximum', 'Scotland'],
    ])
  })

  it('offer to be asked for again where they did not come', async () => {
    answer('get', '/api/rules', () => problem(503, {}))
    open()
    expect(await screen.findByRole('button', { name: /Retry|Try again/i })).toBeVisible()
  })
})

describe('what is said of them', () => {
  it('names nations together', () => {
    expect(placeOf({ nations: ['England', 'Wales', 'Scotland'] })).toBe('Great Britain')
    expect(placeOf({ nations: ['England', 'Wales', 'Scotland', 'Northern Ireland'] })).toBe('United Kingdom')
    expect(placeOf({ nations: ['England', 'Northern Ireland'] })).toBe('England, Northern Ireland')
  })

  it('counts what holds, and names the next change', () => {
    expect(summaryOf(list)).toMatchObject({ inUse: 4, homes: 12, only: undefined, checked: '2026-11-28', isCheckedAtOnce: true, next: { title: 'Income tax on property' } })
  })
})

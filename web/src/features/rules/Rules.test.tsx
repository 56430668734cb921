import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Rule, RuleList } from '@/api/rules'
import * as save from '@/lib/save'
import { aProperty, aUser } from '@/test/factories'
import { setViewport } from '@/test/browser'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aTenant } from '@/test/tenantFactories'
import { rules as texts } from './messages'
import { keptOf, placeOf, shownOf, summaryOf } from './model'
import { partsOf } from './sources'

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

  it('unfold to their uses, an example and the homes they apply to', async () => {
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

  describe('of a long topic', () => {
    const certain = (title: string, changes: Partial<Rule> = {}) => aRule({ key: title, topic: 'Notices', title, ...changes })
    const long = [certain('First'), certain('Second'), certain('Third'), certain('Fourth', { doubt: 'Not sure' }), certain('Third', { nations: ['Wales'] })]
    const titles = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

    beforeEach(() => void answer('get', '/api/rules', () => HttpResponse.json({ ...list, rules: [...list.rules, ...long] })))

    it('are folded to the first and the uncertain ones, and unfold by topic', async () => {
      const app = open()
      expect(await screen.findByText('5 rules, 3 folded')).toBeVisible()
      const more = screen.getByRole('button', { name: texts.showMoreOf(3, 'Notices') })
      expect(more).toHaveAttribute('aria-expanded', 'false')
      expect(titles()).toContain('Fourth')
      expect(titles()).not.toContain('Second')
      expect(screen.getByText(texts.shown(7, 10))).toHaveRole('status')
      await app.user.click(more)
      const fewer = screen.getByRole('button', { name: texts.showFewerOf('Notices') })
      expect(fewer, 'the button stays where the focus is').toHaveFocus()
      expect(titles()).toContain('Second')
      await app.user.keyboard('{Enter}')
      expect(titles()).not.toContain('Second')
    })

    it('all stand there once that is asked for, which the address keeps', async () => {
      const app = open()
      const all = await screen.findByRole('button', { name: texts.showAll(10) })
      await app.user.click(all)
      expect(app.address()).toBe('/rules?show=all')
      expect(titles()).toContain('Second')
      await app.user.click(screen.getByRole('button', { name: texts.showFewerOf('Notices') }))
      expect(app.address()).toBe('/rules')
      expect(titles()).not.toContain('Second')
      await app.user.click(screen.getByRole('button', { name: texts.showAll(10) }))
      await app.user.click(screen.getByRole('button', { name: texts.showFewer }))
      expect(app.address()).toBe('/rules')
      expect(titles()).not.toContain('Second')
    })

    it('are never folded where something is looked for', async () => {
      open('?search=weeks')
      expect(await screen.findByText('Second')).toBeVisible()
      expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
    })

    it.each([360, 1024])('fold in cards at %i px as well', async (width) => {
      setViewport({ width })
      const app = open()
      expect(await screen.findByRole('heading', { name: 'Notices 5 rules, 3 folded' })).toBeVisible()
      expect(screen.queryByRole('heading', { name: 'Second' })).toBeNull()
      await app.user.click(screen.getByRole('button', { name: texts.showMoreOf(3, 'Notices') }))
      expect(screen.getByRole('heading', { name: 'Second' })).toBeVisible()
    })

    it('leave no single one out', () => {
      expect(keptOf(long.slice(0, 2))).toHaveLength(2)
      expect(shownOf([{ name: 'Notices', rules: long.slice(0, 2) }], () => false)).toMatchObject([{ more: 0 }])
    })
  })

  it('are those of one nation at a press, with how many hold there', async () => {
    const app = open()
    const nations = within(await screen.findByRole('radiogroup', { name: texts.nation }))
    expect(nations.getByRole('radio', { name: texts.anyNation })).toBeChecked()
    await app.user.click(nations.getByRole('radio', { name: /^Scotland ?2$/ }))
    expect(app.address()).toBe('/rules?nation=Scotland')
    expect(screen.getByText('2 months’ rent')).toBeVisible()
    expect(screen.queryByText('22%, 42% and 47%')).toBeNull()
  })

  it('lead to their sources', async () => {
    open()
    const [first] = await screen.findAllByRole('link', { name: 'Tenant Fees Act 2019, Schedule 1' })
    expect(first).toHaveAttribute('href', 'https://www.legislation.gov.uk/all?title=Tenant%20Fees%20Act%202019')
    expect(first).toHaveAttribute('rel', 'noopener noreferrer')
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

describe('a source', () => {
  it.each([
    ['Finance (No. 2) Act 2015, section 24', 'https://www.legislation.gov.uk/all?title=Finance%20(No.%202)%20Act%202015'],
    ['Housing Act 2004, section 215, as amended by the Renters\' Rights Act 2025', 'https://www.legislation.gov.uk/all?title=Housing%20Act%202004'],
    ['Gas Safety (Installation and Use) Regulations (Northern Ireland) 2004', 'https://www.legislation.gov.uk/all?title=Gas%20Safety%20(Installation%20and%20Use)%20Regulations%20(Northern%20Ireland)%202004'],
    ['S.I. 2026/324', 'https://www.legislation.gov.uk/uksi/2026/324'],
    ['GOV.UK: bank holidays', 'https://www.gov.uk/search/all?keywords=bank%20holidays'],
    ['stepchange.org', 'https://stepchange.org'],
    ['communities-ni.gov.uk: deposits', null],
    ['Practice', null],
    ['3 secondary sources', null],
  ])('is looked up where it stands: %s', (text, href) => {
    expect(partsOf(text)).toEqual([{ text, href }])
  })

  it('of several has an address for each', () => {
    expect(partsOf('Practice; GOV.UK: smoke alarms').map(({ href }) => href)).toEqual([null, 'https://www.gov.uk/search/all?keywords=smoke%20alarms'])
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

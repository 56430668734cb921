import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { common } from '@/lib/messages'
import { aUserWith } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { aLedger, anEntry, aReceipt } from '@/test/rentFactories'
import { aPortal, aTenant } from '@/test/tenantFactories'
import { portal } from './messages'
import { paidUpTo, recentEntries, shortName } from './model'

const user = aUserWith('Tenant')
const call = '/api/tenant-portal'

describe('the rent', () => {
  it('shows what is owed, what comes next, and saves a statement', async () => {
    answer('get', call, () => HttpResponse.json(aPortal()))
    answer('get', '/api/tenants/5/ledger', () => HttpResponse.json(aLedger()))
    const asked = answer('get', '/api/tenants/5/statement', () => problem(500, { detail: 'Later.' }))
    const app = renderApp('/tenant-dashboard', { user })
    const panel = within(await screen.findByRole('region', { name: portal.rent }))
    expect(panel.getByText('Rent for November')).toBeVisible()
    expect(panel.getByText('Received 12/11/2026')).toBeVisible()
    expect(panel.getByText('−£200.00')).toBeVisible()
    expect(panel.getByText('£395.00')).toBeVisible()
    expect(panel.getByText(portal.nextRentOn('£595.00', '01/12/2026'))).toBeVisible()
    const figures = within(screen.getByRole('region', { name: portal.figures }))
    expect(figures.getByText('£395')).toBeVisible()
    expect(figures.getByText(portal.nextIn('01/12/2026', 11))).toBeVisible()
    await app.user.click(panel.getByRole('button', { name: portal.statement }))
    expect(await screen.findByText('Later.')).toBeVisible()
    expect(asked.queries).toEqual([{ format: 'pdf' }])
  })

  it('is left out if none is charged, and says when it cannot be loaded', async () => {
    answer('get', call, () => HttpResponse.json(aPortal()))
    const { cache } = renderApp('/tenant-dashboard', { user })
    expect(await screen.findByText(portal.noDocuments)).toBeVisible()
    expect(screen.queryByRole('region', { name: portal.rent })).toBeNull()
    answer('get', '/api/tenants/5/ledger', () => problem(403, { detail: 'No.' }))
    cache.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === '/api/tenants/{id}/ledger' })
    await cache.resetQueries()
    expect(await screen.findByText(common.couldNotLoad(portal.rent))).toBeVisible()
  })

  it('says what a joint tenant owed and paid, and what the others did', async () => {
    // £1,150 is due in shares of £650.01 and £499.99; the other one paid £499.98 between the two entries.
    const entries = [anEntry({ amount: '650.01', balance: '1150.00' }), aReceipt({ amount: '650.01', date: '2026-11-12', balance: '0.01' })]
    answer('get', call, () => HttpResponse.json(aPortal({ tenant: aTenant({ rentAmount: '650.01', tenancyRent: '1150.00', tenantsTogether: 2 }) })))
    answer('get', '/api/tenants/5/ledger', () => HttpResponse.json(aLedger({ entries, balance: '0.01', nextDueAmount: '650.01' })))
    renderApp('/tenant-dashboard', { user })
    const panel = within(await screen.findByRole('region', { name: portal.rent }))
    const lines = panel.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent ?? ''}`)
    expect(lines).toEqual(['Rent for November: £650.01', 'Received 12/11/2026: −£650.01', `${portal.others}: £0.01`, `${portal.owedTogether}: £0.01`])
    expect(screen.getByText(portal.together(portal.rentOwed))).toBeVisible()
  })

  it('shows the newest entries, which add up to what is owed with the rest', () => {
    const entries = [
      anEntry({ id: 1, amount: '9.00', balance: '9.00' }),
      aReceipt({ id: 2, amount: '6.00', balance: '3.00' }),
      aReceipt({ id: 3, kind: 'refund', amount: '1.00', balance: '4.00' }),
      aReceipt({ id: 4, kind: 'reversal', reverses: 2, amount: '6.00', balance: '15.00' }),
      anEntry({ id: 5, kind: 'waiver', amount: '2.00', balance: '13.00' }),
      anEntry({ id: 6, amount: '9.00', balance: '22.00' }),
    ]
    const { before, entries: shown, others } = recentEntries({ entries, balance: '25.00' })
    expect(before).toBe(300n)
    expect(shown.map(({ change }) => change)).toEqual([100n, 600n, -200n, 900n])
    expect(others, 'of the others £5 were due before entry 4, and £3 after all').toBe(800n)
    expect(recentEntries({ entries: entries.slice(0, 1), balance: '9.00' })).toMatchObject({ before: null, entries: [{ change: 900n }], others: 0n })
  })

  it.each([
    [anEntry(), 'Rent for November'],
    [anEntry({ periodStart: '2026-11-09' }), 'Rent, 2026-11-09 to 2026-11-30'],
    [anEntry({ periodStart: null, periodEnd: null, reference: 'Lost by the way' }), 'Lost by the way, 2026-11-01'],
    [aReceipt(), 'Received 2026-11-01'],
    [anEntry({ kind: 'waiver' }), 'Waived 2026-11-01'],
    [anEntry({ kind: 'reversal' }), 'Reversed 2026-11-01'],
  ])('names an entry in few words: %#', (entry, name) => {
    expect(shortName(entry, (day) => day)).toBe(name)
  })

  it('is paid up to the day before the next, as long as nothing is owed', () => {
    expect(paidUpTo({ balance: '0.00', nextDueDate: '2026-12-01' })).toBe('2026-11-30')
    expect(paidUpTo({ balance: '-5.00', nextDueDate: '2026-12-01' })).toBe('2026-11-30')
    expect(paidUpTo({ balance: '0.01', nextDueDate: '2026-12-01' })).toBeNull()
    expect(paidUpTo({ balance: '0.00', nextDueDate: null })).toBeNull()
  })
})

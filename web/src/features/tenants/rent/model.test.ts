import { describe, expect, it } from 'vitest'
import { aDeposit, aLedger, anEntry, aReceipt, noLedger } from '@/test/rentFactories'
import { aTenant } from '@/test/tenantFactories'
import { next } from './messages'
import { reversible, stageOf, statementOf, tasksOf } from './model'

const waiver = (id: number, changes = {}) => anEntry({ id, kind: 'waiver', periodStart: null, periodEnd: null, status: null, settled: null, ...changes })
const reversal = (id: number, reverses: number, changes = {}) => waiver(id, { kind: 'reversal', reverses, ...changes })

it('names the oldest part of what is owed by its own amount', () => {
  const owed = aLedger({ balance: '1650.00', overdue: '1650.00', oldestUnpaidAmount: '1250.00', daysInArrears: 31 })
  const [task] = tasksOf(aTenant(), owed, null, '2026-11-20')
  expect(task).toMatchObject({ kind: 'late', oldest: 125_000n, owed: 165_000n })
  expect(next.late('£1,250.00', 31, '£1,650.00')).toBe('£1,250.00 has been owed for 31 days; £1,650.00 in all.')
  expect(next.late('£1,250.00', 31, '£1,250.00')).toBe('£1,250.00 has been owed for 31 days.')
})

describe('a statement', () => {
  it('has charges and receipts in columns; a reversal keeps the sums true', () => {
    const entries = [
      anEntry({ id: 1, amount: '100.00' }),
      aReceipt({ id: 2, amount: '40.00', reversedBy: 3 }),
      reversal(3, 2, { amount: '40.00' }),
      waiver(4, { amount: '30.00', reversedBy: 5 }),
      reversal(5, 4, { amount: '30.00' }),
      anEntry({ id: 6, amount: '10.00', reversedBy: 7 }),
      reversal(7, 6, { amount: '10.00' }),
    ]
    const { rows, charged, received, earlier, forward } = statementOf({ entries, asOf: '2026-11-20' }, false)
    expect(rows.map((row) => [row.charged, row.received])).toEqual([
      [10_000n, null],
      [null, 4_000n],
      [null, -4_000n],
      [-3_000n, null],
      [3_000n, null],
      [1_000n, null],
      [-1_000n, null],
    ])
    expect([charged, received]).toEqual([10_000n, 0n])
    expect([earlier, forward]).toEqual([0, null])
  })

  it('subtracts a refund from receipts, and adds it again on reversal', () => {
    const entries = [aReceipt({ id: 1, amount: '700.00' }), aReceipt({ id: 2, kind: 'refund', amount: '105.00' }), reversal(3, 2, { amount: '105.00' })]
    const { rows, received } = statementOf({ entries, asOf: '2026-11-20' }, true)
    expect(rows.map((row) => row.received)).toEqual([70000n, -10500n, 10500n])
    expect(received).toBe(70000n)
  })

  it('begins after 12 months with the balance forward, unless all is wanted', () => {
    const entries = [
      anEntry({ id: 1, date: '2025-11-19', balance: '595.00' }),
      aReceipt({ id: 2, date: '2025-11-19', balance: '5.00' }),
      anEntry({ id: 3, date: '2025-11-20', balance: '600.00' }),
    ]
    expect(statementOf({ entries, asOf: '2026-11-20' }, false)).toMatchObject({ earlier: 2, forward: 500n, rows: [{ entry: { id: 3 } }] })
    expect(statementOf({ entries, asOf: '2026-11-20' }, true)).toMatchObject({ earlier: 0, forward: null })
    expect(statementOf({ entries: entries.slice(0, 2), asOf: '2026-11-20' }, false)).toMatchObject({ earlier: 2, forward: 500n, rows: [] })
  })

  it.each([
    [{}, { kind: 'paid' }],
    [{ status: 'Waived' }, { kind: 'waived' }],
    [{ status: 'Overdue', reversedBy: 9 }, { kind: 'reversed' }],
    [{ status: 'Overdue', settled: '0.00' }, { kind: 'unpaid', unpaid: 59_500n, days: 19 }],
    [{ status: 'Partial', settled: '450.00' }, { kind: 'unpaid', unpaid: 14_500n, days: 19 }],
    [{ status: 'Pending', settled: '0.00', date: '2026-11-20' }, { kind: 'today' }],
  ] as const)('says how a charge with %o stands', (changes, state) => {
    expect(statementOf({ entries: [anEntry(changes)], asOf: '2026-11-20' }, false).rows[0]?.state).toMatchObject(state)
  })
})

it('only what was not taken back can be, the newest first', () => {
  expect(reversible([anEntry({ id: 1 }), aReceipt({ id: 2, reversedBy: 3 }), reversal(3, 2), aReceipt({ id: 4 })]).map(({ id }) => id)).toEqual([4, 1])
})

it.each([
  [0, null],
  [1, 'remind'],
  [6, 'remind'],
  [7, 'letter'],
  [14, 'second'],
  [21, 'plan'],
  [80, 'plan'],
] as const)('after %i days in arrears comes %s', (days, stage) => {
  expect(stageOf(days, false)).toBe(stage)
})

it('the threshold of ground 8 comes before all days', () => {
  expect(stageOf(80, true)).toBe('ground8')
})

describe('what to do next', () => {
  const today = '2026-11-25'
  const kinds = (...given: Parameters<typeof tasksOf>) => tasksOf(...given).map(({ kind }) => kind)

  it('is to charge the rent and to record the deposit of who lives there', () => {
    expect(kinds(aTenant(), noLedger(), null, today)).toEqual(['setUp', 'received'])
    expect(kinds(aTenant({ depositAmount: null }), aLedger({ daysInArrears: 0 }), null, today)).toEqual([])
  })

  it('is to begin a tenancy whose first day has come', () => {
    const upcoming = aTenant({ leaseStatus: 'Upcoming', leaseStart: today })
    expect(tasksOf(upcoming, noLedger(), null, today)).toEqual([{ kind: 'begin', bySteps: false }])
    expect(tasksOf({ ...upcoming, agreementApplicationId: 41 }, noLedger(), null, today)).toEqual([{ kind: 'begin', bySteps: true }])
    expect(kinds({ ...upcoming, leaseStart: '2999-01-01' }, noLedger(), null, today)).toEqual([])
  })

  it('begins with arrears, then the deposit that has to be protected', () => {
    expect(tasksOf(aTenant(), aLedger(), aDeposit(), today)).toEqual([
      { kind: 'late', stage: 'second', owed: 39_500n, oldest: 39_500n, days: 19 },
      { kind: 'protect', by: '2026-12-19', isLate: false },
    ])
    expect(tasksOf(aTenant(), aLedger({ daysInArrears: 0 }), aDeposit({ protectByDate: '2026-11-24' }), today)).toEqual([{ kind: 'protect', by: '2026-11-24', isLate: true }])
    expect(kinds(aTenant(), aLedger({ daysInArrears: 0 }), aDeposit({ protectedDate: '2026-11-21', informationDate: '2026-11-21' }), today)).toEqual([])
  })

  it('is to give the deposit back once the tenant has left', () => {
    const left = aTenant({ leaseStatus: 'Ended', leaveDate: '2026-10-31' })
    const kept = aDeposit({ protectedDate: '2026-01-01', informationDate: '2026-01-01' })
    expect(kinds(left, noLedger(), kept, today)).toEqual(['giveBack'])
    expect(kinds(left, noLedger(), { ...kept, returnDate: '2026-11-02', returned: '1700.00' }, today)).toEqual([])
  })
})

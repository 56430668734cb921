import { expect, it } from 'vitest'
import { aBankLine } from '@/test/rentFactories'
import { candidatesOf, changedDraft, decisionOf, draftOf, isGivenOut, isProposed, keptDraft, lastDayOf, leftOf, monthsOf, nobody, partFault, partsOf, purposesOf, readList, sentFilter, splitOf, withPart, type Part } from './model'

const [rhys] = aBankLine().matches
const part = (changes: Partial<Part> = {}): Part => ({ key: 0, whose: { id: 5, label: 'Rhys' }, amount: '595.00', kind: 'rent', chargeId: null, reason: '', ...changes })
const proposed = (tenantId: number, amount: string, kind: 'rent' | 'depositReturn' = 'rent') => ({ tenantId, tenantName: `Tenant ${String(tenantId)}`, propertyName: 'Forest House', amount, reason: 'As in October.', kind })

it('a line is ticked only where its proposal is full and sure', () => {
  expect(draftOf(aBankLine())).toMatchObject({ isTicked: true, whose: { id: 5 }, purpose: 'rent', parts: null })
  expect(draftOf(aBankLine({ matches: rhys ? [{ ...rhys, sure: false }] : [] })).isTicked).toBe(false)
  expect(draftOf(aBankLine({ matches: [] }))).toMatchObject({ isTicked: false, whose: nobody, purpose: '' })
  expect(draftOf(aBankLine({ amount: '-595.00' }))).toMatchObject({ purpose: 'refund' })
  expect(isProposed(aBankLine())).toBe(true)
})

it('a split is proposed with its parts, and a deposit returned in whole', () => {
  const council = aBankLine({ amount: '1040.00', open: '1040.00', matches: [], proposedSplit: [proposed(6, '530.00'), proposed(7, '510.00')], splitSure: true })
  expect(draftOf(council)).toMatchObject({ isTicked: true, isProposedAgain: true, parts: [{ amount: '530.00', whose: { id: 6 } }, { amount: '510.00', whose: { id: 7 } }] })
  expect(draftOf({ ...council, splitSure: false }).isTicked).toBe(false)
  const back = aBankLine({ amount: '-685.00', open: '685.00', matches: [], proposedSplit: [proposed(6, '685.00', 'depositReturn')], splitSure: true })
  expect(draftOf(back)).toMatchObject({ isTicked: true, purpose: 'depositReturn', whose: { id: 6 }, parts: null })
  expect(purposesOf(back)).toEqual(['refund', 'depositReturn', 'nothing'])
  expect(purposesOf(aBankLine({ amount: '-1.00' }))).toEqual(['refund', 'nothing'])
  expect(purposesOf(aBankLine())).toEqual(['rent', 'nothing'])
})

it('a choice holds while it is proposed, and a split while it adds up', () => {
  const line = aBankLine()
  expect(keptDraft(undefined, line)).toEqual(draftOf(line))
  for (const whose of [{ id: 5, label: 'Rhys' }, { id: 9, label: 'Gareth', isTyped: true }, nobody]) {
    const draft = { ...draftOf(line), whose }
    expect(keptDraft(draft, line)).toBe(draft)
  }
  expect(keptDraft({ ...draftOf(line), whose: { id: 8, label: 'Somebody' } }, line)).toMatchObject({ isTicked: false, whose: { id: 5 } })
  const whole = { ...draftOf(line), parts: [part()], isTicked: true }
  expect(keptDraft(whole, line)).toBe(whole)
  expect(keptDraft(whole, { ...line, open: '600.00' }).isTicked).toBe(false)
})

it.each([
  [{ purpose: 'rent', whose: { id: 5, label: '' } }, { lineId: 71, tenantId: 5 }],
  [{ purpose: 'nothing', whose: nobody }, { lineId: 71, tenantId: null }],
  [{ purpose: 'depositReturn', whose: { id: 5, label: '' } }, { lineId: 71, tenantId: 5, kind: 'depositReturn' }],
  [{ purpose: 'rent', whose: nobody }, null],
  [{ purpose: '', whose: { id: 5, label: '' } }, null],
] as const)('the choice %o decides %o', (changes, decision) => {
  expect(decisionOf(aBankLine(), { ...draftOf(aBankLine()), ...changes })).toEqual(decision)
})

it('a split decides once all of the payment is given out', () => {
  const line = aBankLine()
  const parts = [part({ amount: '500' }), part({ key: 1, whose: nobody, kind: 'nothing', amount: '95' })]
  const draft = changedDraft(line, draftOf(line), { parts, isProposedAgain: true })
  expect(draft.isTicked).toBe(true)
  expect(decisionOf(line, draft)).toEqual({
    lineId: 71,
    tenantId: null,
    parts: [
      { kind: 'rent', tenantId: 5, amount: '500.00', chargeId: null },
      { kind: 'nothing', tenantId: null, amount: '95.00', chargeId: null },
    ],
    forget: false,
  })
  for (const wrong of [[part({ amount: '500' })], [part({ amount: '600' })], [part({ amount: '12,50' }), part({ amount: '595' })], [part({ whose: nobody })], []]) {
    expect(isGivenOut(line, wrong)).toBe(false)
    expect(changedDraft(line, draft, { parts: wrong }).isTicked).toBe(false)
    expect(decisionOf(line, { ...draft, parts: wrong })).toBeNull()
  }
  expect([partFault(part({ amount: '0' })), partFault(part({ whose: nobody })), partFault(part({ whose: nobody, kind: 'nothing' }))]).toEqual(['amount', 'whose', null])
})

it('another part is for who owes first, with what is left', () => {
  const matches = [6, 7, 8].map((tenantId) => ({ tenantId, tenantName: `Tenant ${String(tenantId)}`, propertyName: 'Forest House', reason: '', sure: false, owed: tenantId === 7 ? '0.00' : '300.00' }))
  const line = aBankLine({ matches })
  const one = withPart(line, [part({ whose: { id: 6, label: '' }, amount: '300.00' })])
  expect(one[1]).toMatchObject({ key: 1, whose: { id: 8 }, amount: '295.00', kind: 'rent' })
  expect(withPart(line, one)[2]).toMatchObject({ whose: nobody, amount: '' })
  expect(leftOf(line, one)).toBe(0n)
  expect(candidatesOf(line).map(({ id }) => id)).toEqual([6, 7, 8])
  expect(splitOf(line, { ...draftOf(line), whose: nobody, purpose: '' })[0]).toMatchObject({ whose: { id: 6 }, amount: '595.00' })
  expect(splitOf(line, draftOf(line))[0]).toMatchObject({ whose: { id: 6 }, amount: '595.00', kind: 'rent' })
})

it('rows go in parts that the server takes', () => {
  expect(partsOf(Array.from({ length: 401 }, (_, index) => index)).map(({ length }) => length)).toEqual([200, 200, 1])
  expect(partsOf([])).toEqual([])
})

it('anything unknown in the address does not restrict', () => {
  const read = (query: string) => sentFilter(readList(new URLSearchParams(query)))
  expect(read('')).toEqual({ state: 'open' })
  expect(read('show=all&file=x&way=up&month=2026-13&account=0')).toEqual({})
  expect(read('show=decided&file=4&way=out&month=2026-11&account=2')).toEqual({ decided: true, statementId: 4, way: 'out', month: '2026-11-01', bankAccountId: 2 })
})

it('the months are those that files are of', () => {
  expect(monthsOf([{ fromDate: '2026-11-01', toDate: '2027-01-03' }, { fromDate: null, toDate: null }])).toEqual(['2027-01', '2026-12', '2026-11'])
  expect(monthsOf([])).toEqual([])
  expect([lastDayOf('2028-02'), lastDayOf('2026-12')]).toEqual(['2028-02-29', '2026-12-31'])
})

import { expect, it } from 'vitest'
import { aBankLine } from '@/test/rentFactories'
import { decisionOf, draftOf, isDecided, keptDraft, partsOf, readList } from './model'

const nobody = { id: null, label: '' }

it('a line is ticked where the match is sure, and proposed to the likeliest', () => {
  expect(draftOf(aBankLine())).toEqual({ isTicked: true, choice: '5', other: nobody })
  const [match] = aBankLine().matches
  expect(draftOf({ matches: match ? [{ ...match, sure: false }] : [] })).toEqual({ isTicked: false, choice: '5', other: nobody })
  expect(draftOf({ matches: [] })).toEqual({ isTicked: false, choice: '', other: nobody })
})

it('what was chosen holds as long as it is proposed', () => {
  const line = aBankLine()
  expect(keptDraft(undefined, line)).toEqual(draftOf(line))
  for (const choice of ['5', 'another', 'ignore', ''] as const) {
    const draft = { isTicked: true, choice, other: nobody }
    expect(keptDraft(draft, line)).toBe(draft)
  }
  expect(keptDraft({ isTicked: true, choice: '8', other: nobody }, line)).toEqual({ isTicked: false, choice: '5', other: nobody })
  expect(keptDraft({ isTicked: true, choice: '5', other: nobody }, { matches: [] })).toEqual({ isTicked: false, choice: '', other: nobody })
})

it.each([
  ['5', nobody, { lineId: 7, tenantId: 5 }],
  ['ignore', nobody, { lineId: 7, tenantId: null }],
  ['another', { id: 9, label: 'Gareth' }, { lineId: 7, tenantId: 9 }],
  ['another', nobody, null],
  ['', nobody, null],
] as const)('the choice %o of %o decides %o', (choice, other, decision) => {
  expect(decisionOf(7, { isTicked: true, choice, other })).toEqual(decision)
  expect(isDecided({ isTicked: true, choice, other })).toBe(decision !== null)
})

it('decisions go in parts that the server takes', () => {
  const decisions = Array.from({ length: 401 }, (_, index) => ({ lineId: index, tenantId: 1 }))
  expect(partsOf(decisions).map(({ length }) => length)).toEqual([200, 200, 1])
  expect(partsOf([])).toEqual([])
})

it('anything unknown in the address does not restrict', () => {
  expect(readList(new URLSearchParams('show=received&file=4'))).toEqual({ state: 'received', statementId: 4 })
  expect(readList(new URLSearchParams('show=ignored'))).toEqual({ state: 'ignored', statementId: undefined })
  expect(readList(new URLSearchParams('show=x&file=x'))).toEqual({ state: 'open', statementId: undefined })
})

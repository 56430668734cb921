import { expect, test } from 'vitest'
import { categories, isOpenRequest, longestTitle, nextStatuses, requestNumber, requestStatuses, titleFrom } from './maintenance'

test('a number has four digits', () => {
  expect(requestNumber(118)).toBe('#0118')
  expect(requestNumber(12345)).toBe('#12345')
})

test('what is done or called off can only be opened again', () => {
  expect(nextStatuses.Completed).toEqual(['Open'])
  expect(nextStatuses.Cancelled).toEqual(['Open'])
  expect(nextStatuses.Open).not.toContain('Completed')
  expect(requestStatuses.map((status) => isOpenRequest({ status }))).toEqual([true, true, false, false])
})

test('there are fifteen categories (docs/reference/uk-lettings.md 5.1)', () => expect(categories).toHaveLength(15))

test.each([
  ['Fit a fan.', 'Fit a fan.'],
  ['  Fit a fan.\nIn the bathroom.', 'Fit a fan.'],
  ['', ''],
])('%j is called %j', (text, title) => expect(titleFrom(text)).toBe(title))

test('a title is cut between words, and never longer than is taken', () => {
  const cut = titleFrom('Replace the cracked sealant around the bath and the shower screen, then check the floor below for damp and rot')
  expect(cut).toBe('Replace the cracked sealant around the bath and the shower screen, then check the floor below for…')
  expect([...titleFrom('x'.repeat(300))]).toHaveLength(longestTitle)
})

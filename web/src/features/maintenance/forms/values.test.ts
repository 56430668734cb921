import { describe, expect, it, test } from 'vitest'
import { noDay } from '@/lib/civilDate'
import { costForm, form, report, visitForm } from '../form.messages'
import {
  completionCost,
  completionMistakes,
  controlOf,
  costBody,
  costMistakes,
  costOrder,
  newReport,
  newRequest,
  reportBody,
  reportMistakes,
  requestBody,
  requestMistakes,
  visitBody,
  visitMistakes,
} from './values'

const day = { day: '21', month: '11', year: '2026' }
const problem = { category: 'Gas', title: ' I smell gas ', description: ' In the kitchen. ' } as const

test('a request needs its home, category, title and description', () => {
  expect(requestMistakes(newRequest({ id: null, label: 'Lin' }))).toEqual({
    property: form.propertyRequired,
    category: form.categoryRequired,
    title: form.titleShort,
    description: form.descriptionRequired,
  })
  const whole = { ...newRequest({ id: 12, label: 'Ashmead House' }), ...problem, room: '3', emergency: true }
  expect(requestMistakes(whole)).toEqual({})
  expect(requestBody(whole)).toEqual({ propertyId: 12, roomNumber: '3', title: 'I smell gas', description: 'In the kitchen.', category: 'Gas', priority: 'High', emergency: true })
})

test('a report says whether somebody may come in, and nothing of the home', () => {
  expect(reportMistakes({ ...newReport, ...problem })).toEqual({ entry: report.entryRequired })
  expect(reportBody({ ...newReport, ...problem, entry: 'no' })).toEqual({ title: 'I smell gas', description: 'In the kitchen.', category: 'Gas', entryPermitted: false })
})

describe('a cost', () => {
  const cost = { description: 'Valve', amount: '£1,148.50', date: day, invoice: '31' }

  it('is exact, and has its invoice where one was chosen', () => {
    expect(costMistakes(cost)).toEqual({})
    expect(costBody(cost)).toEqual({ description: 'Valve', amount: '1148.50', date: '2026-11-21', attachmentId: 31 })
    expect(costBody({ ...cost, invoice: '' })).not.toHaveProperty('attachmentId')
  })

  it.each([
    ['', costForm.amountRequired],
    ['a lot', costForm.amountInvalid],
    ['0', costForm.amountPositive],
    ['-5', costForm.amountPositive],
  ])('%j is no amount', (amount, text) => expect(costMistakes({ ...cost, amount })).toEqual({ amount: text }))

  it('needs its line and its day', () => {
    expect(costMistakes({ ...cost, description: ' ', date: noDay })).toEqual({ description: costForm.descriptionRequired, date: costForm.dateInvalid })
  })
})

describe('completing', () => {
  const nothing = { description: '', amount: '', date: day, photos: [] }

  it('asks for a cost, and can be done without', () => {
    expect(completionMistakes(nothing)).toEqual({})
    expect(completionCost(nothing)).toBeNull()
    expect(completionMistakes({ ...nothing, amount: '85' })).toEqual({ description: costForm.descriptionRequired })
    expect(completionMistakes({ ...nothing, description: 'Valve' })).toEqual({ amount: costForm.amountRequired })
    expect(completionMistakes({ ...nothing, description: 'Valve', amount: '85', date: noDay })).toEqual({ date: costForm.dateInvalid })
    expect(completionCost({ ...nothing, description: 'Valve', amount: '85' })).toEqual({ description: 'Valve', amount: '85.00', date: '2026-11-21' })
  })
})

test('a visit ends after it begins', () => {
  const visit = { date: day, start: '09:00', end: '11:00', notes: ' ', agreed: true }
  expect(visitMistakes(visit)).toEqual({})
  expect(visitMistakes({ ...visit, end: '09:00' })).toEqual({ end: visitForm.endBeforeStart })
  expect(visitMistakes({ ...visit, date: noDay, start: '', end: '' })).toEqual({ date: visitForm.dateRequired, start: visitForm.timeRequired, end: visitForm.timeRequired })
  expect(visitBody(visit)).toEqual({ visitDate: '2026-11-21', startTime: '09:00', endTime: '11:00', notes: null, tenantAgreed: true })
})

test('the server’s mistakes stand beside their fields', () => {
  expect(controlOf(costOrder, 'attachmentId')).toBe('invoice')
  expect(controlOf(costOrder, 'amount')).toBe('amount')
  expect(controlOf(costOrder, 'unknown')).toBeUndefined()
})

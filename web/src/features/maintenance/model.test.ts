import { describe, expect, it, test } from 'vitest'
import { aComment, aRequest } from '@/test/maintenanceFactories'
import { details, maintenance as texts } from './messages'
import { awaitsTenant, eventText, filterOf, isWorkable, placeOf, readList, spanText, streamOf, targetOf, whoOf } from './model'

const now = new Date('2026-11-20T11:15:00Z')

test('the address says what is listed', () => {
  const list = readList(new URLSearchParams('status=In Progress&priority=High&property=12&search= boiler &sort=target'))
  expect(list).toEqual({ status: 'In Progress', priority: 'High', propertyId: 12, search: 'boiler', sort: 'target' })
  expect(filterOf(list)).toEqual({ status: 'In Progress', priority: 'High', propertyId: 12, search: 'boiler', sort: 'target' })
  expect(filterOf(readList(new URLSearchParams('status=x&priority=y&property=z&sort=title')))).toEqual({})
})

test('the place names who lives there and the room', () => {
  expect(placeOf(aRequest())).toBe('Ashmead House, Aoife Brennan, Room 3')
  expect(whoOf(aRequest({ tenantName: null }))).toBe('Room 3')
  expect(placeOf(aRequest({ tenantName: null, roomNumber: null }))).toBe('Ashmead House')
})

describe('the next target', () => {
  const open = { status: 'Open', firstResponseAt: null, respondBy: '2026-11-20T11:55:00Z', fixBy: '2026-11-25T17:30:00Z', completedAt: null } as const

  it.each([
    ['dueToday', { day: '2026-11-20', text: texts.answerByTime('11:55'), tone: 'soon' }],
    ['late', { day: '2026-11-20', text: texts.daysLate(0), tone: 'late' }],
    ['onTime', { day: '2026-11-20', text: texts.daysLeft(0), tone: 'plain' }],
  ] as const)('of an answer that is %s', (targetState, target) => expect(targetOf({ ...open, targetState }, now)).toEqual(target))

  it('is the repair once it was answered', () => {
    const answered = { ...open, firstResponseAt: '2026-11-20T08:00:00Z' }
    expect(targetOf({ ...answered, targetState: 'onTime' }, now)).toEqual({ day: '2026-11-25', text: '5 days left', tone: 'plain' })
    expect(targetOf({ ...answered, fixBy: '2026-11-17T17:30:00Z', targetState: 'late' }, now).text).toBe('3 days late')
    expect(targetOf({ ...answered, fixBy: '2026-11-20T17:30:00Z', targetState: 'dueToday' }, now).text).toBe(texts.repairByTime('17:30'))
  })

  it('is shown for finished requests, and not for cancelled ones', () => {
    expect(targetOf({ ...open, status: 'Completed', completedAt: '2026-11-21T10:00:00Z', targetState: 'onTime' }, now).text).toBe(texts.inTime)
    expect(targetOf({ ...open, status: 'Completed', completedAt: '2026-11-26T10:00:00Z', targetState: 'onTime' }, now).text).toBe(texts.doneLate)
    expect(targetOf({ ...open, status: 'Cancelled', targetState: 'onTime' }, now).day).toBeNull()
    expect(targetOf({ ...open, respondBy: null, fixBy: null, targetState: 'onTime' }, now).day).toBeNull()
  })
})

test.each([
  ['2026-11-19T18:12:00Z', '2026-11-19T18:12:20Z', 'less than a minute'],
  ['2026-11-19T18:12:00Z', '2026-11-19T18:55:00Z', '43 minutes'],
  ['2026-11-19T18:12:00Z', '2026-11-19T19:12:00Z', '1 hour'],
  ['2026-11-19T18:12:00Z', '2026-11-22T18:12:00Z', '3 days'],
])('from %s to %s it took %s', (from, to, text) => expect(spanText(from, to)).toBe(text))

test('comments and history are one stream by time; a comment shows once', () => {
  const history = [
    { kind: 'reported', at: '2026-11-19T18:12:00Z', actor: 'Tenant', userId: 9, from: null, to: null },
    { kind: 'comment', at: '2026-11-19T19:20:00Z', actor: 'Tenant', userId: 9, from: null, to: null },
    { kind: 'contractor', at: '2026-11-19T20:00:00Z', actor: 'Landlord', userId: 7, from: null, to: 'Severnside Heating Ltd' },
  ] as const
  expect(streamOf(history, [aComment()]).map((entry) => (entry.kind === 'event' ? entry.text : entry.comment.text))).toEqual([
    details.events.reported,
    aComment().text,
    details.events.contractor('Severnside Heating Ltd'),
  ])
})

test.each([
  ['status', 'Open', 'In Progress', 'Open to In Progress'],
  ['status', null, 'Open', 'Open'],
  ['priority', 'Low', 'High', 'Priority High'],
  ['category', null, 'Gas', 'Category Gas'],
  ['assigned', null, '7', 'Assigned to Helen Okafor'],
  ['title', 'Tap', 'Bathroom tap', 'Title changed from “Tap” to “Bathroom tap”'],
  ['description', 'It drips.', 'It drips a lot.', 'Description changed. It was: “It drips.”'],
  ['description', null, 'It drips.', 'Description added'],
  ['assigned', 'Helen Okafor', null, details.events.unassigned],
  ['contractor', 'Severnside', null, details.events.noContractor],
  ['visit', null, '21 November', 'Visit booked: 21 November'],
  ['visit', '21 November', null, details.events.noVisit],
  ['cost', null, '£85.00', 'Cost added: £85.00'],
  ['cost', '£85.00', null, 'Cost removed: £85.00'],
  ['attachment', null, 'boiler.png', 'File added: boiler.png'],
  ['attachment', 'boiler.png', null, details.events.noAttachment],
  ['confirmed', null, null, details.events.confirmed],
  ['reopened', null, null, details.events.reopened],
] as const)('%s from %s to %s reads: %s', (kind, from, to, text) => expect(eventText({ kind, from, to }, (id) => (id === 7 ? 'Helen Okafor' : 'Somebody'))).toBe(text))

test('a tenant is asked of what is completed and not confirmed', () => {
  expect(awaitsTenant({ status: 'Completed', confirmedAt: null })).toBe(true)
  expect(awaitsTenant({ status: 'Completed', confirmedAt: '2026-11-21T10:00:00Z' })).toBe(false)
  expect(isWorkable({ status: 'Cancelled' })).toBe(false)
  expect(isWorkable({ status: 'Completed' })).toBe(true)
})

import { describe, expect, it } from 'vitest'
import { aDocument, anApplication, aReference } from '@/test/applicationFactories'
import { decisionBody, decisionMistakes, decisionOf } from './decide/values'
import { decide } from './messages'
import { checksDone, filterOf, groupsOf, incomeMultiple, multipleOf, readList, referenceWord, sorted } from './model'

describe('the address', () => {
  it('says what restricts the list; what is unknown does not', () => {
    expect(filterOf(readList(new URLSearchParams('status=Submitted&property=12&search= tom &sort=oldest')))).toEqual({
      statuses: 'Submitted',
      propertyId: 12,
      search: 'tom',
      sort: 'oldest',
    })
    expect(filterOf(readList(new URLSearchParams('status=Lost&property=x&sort=score')))).toEqual({ sort: 'home' })
  })
})

it('applications stand by their home, in the order in which the homes come', () => {
  const groups = groupsOf([anApplication({ id: 1 }), anApplication({ id: 2, roomId: 6, roomNumber: '6' }), anApplication({ id: 3 }), anApplication({ id: 4, roomId: null, roomNumber: null })])
  expect(groups.map(({ key, name, applications }) => [key, name, applications.map(({ id }) => id)])).toEqual([
    ['12.4', 'Ashmead House, Room 4', [1, 3]],
    ['12.6', 'Ashmead House, Room 6', [2]],
    ['12', 'Ashmead House', [4]],
  ])
})

describe('income against rent', () => {
  // The worked cases of docs/reference/uk-lettings.md 4.2: an income in monthly rents, as the server rounds it down.
  it.each([
    ['30.0', 'applicant', { times: '2.5', isBelow: false }],
    ['29.9', 'applicant', { times: '2.4', isBelow: true }],
    ['36.0', 'guarantor', { times: '3.0', isBelow: false }],
    ['35.9', 'guarantor', { times: '2.9', isBelow: true }],
    ['28.4', 'applicant', { times: '2.3', isBelow: true }],
    ['42.2', 'applicant', { times: '3.5', isBelow: false }],
  ] as const)('%s monthly rents of an %s are %o', (multiple, whose, expected) => {
    expect(multipleOf(multiple, whose)).toEqual(expected)
  })

  it('has no meaning without a rent', () => {
    expect(multipleOf(null, 'guarantor')).toBeNull()
    expect(incomeMultiple({ affordability: null })).toBeNull()
  })
})

it('a reference says how it stands', () => {
  expect(referenceWord(null)).toEqual({ word: 'Not asked', tone: 'plain', isOpen: false })
  expect(referenceWord(aReference())).toEqual({ word: 'Waiting', tone: 'plain', isOpen: true })
  expect(referenceWord(aReference({ state: 'expired' })).tone).toBe('warn')
  expect(referenceWord(aReference({ state: 'given' }))).toEqual({ word: 'Verified', tone: 'good', isOpen: false })
})

it('a comparison is sorted by its column, and equal ones stay as they came', () => {
  const poor = anApplication({ id: 2, tenantName: 'callum', monthlyIncome: '850.00', affordability: { ...rich(), annualIncome: '10200.00', incomeMultiple: '16.7' }, moveInDate: null })
  const list = [anApplication({ id: 1 }), poor, anApplication({ id: 3 })]
  const ids = (column: Parameters<typeof sorted>[1]['column'], isDescending = false) => sorted(list, { column, isDescending }).map(({ id }) => id)
  expect(ids('applicant')).toEqual([2, 1, 3])
  expect(ids('income')).toEqual([2, 1, 3])
  expect(ids('income', true)).toEqual([1, 3, 2])
  expect(ids('against')).toEqual([2, 1, 3])
  expect(ids('moveIn')).toEqual([1, 3, 2])
  expect(ids('submitted')).toEqual([1, 2, 3])
  expect(ids('status')).toEqual([1, 2, 3])
})

function rich() {
  const { affordability } = anApplication()
  if (affordability === null) throw new Error('The factory has none')
  return affordability
}

it('checks are done by what was given and accepted', () => {
  expect(checksDone(anApplication())).toEqual({ done: 1, of: 3 })
  expect(checksDone(anApplication({ employer: null, documents: [aDocument({ type: 'rightToRent', status: 'accepted' })] }))).toEqual({ done: 1, of: 2 })
})

describe('a decision', () => {
  it('needs a reason to reject and a document to ask for', () => {
    const values = { ...decisionOf(anApplication(), 'Rejected') }
    expect(decisionMistakes(values)).toEqual({ rejectionReason: decide.reasonRequired })
    expect(decisionMistakes({ ...values, rejectionReason: 'Let.' })).toEqual({})
    expect(decisionMistakes({ ...values, status: 'Documents Required', requestedDocuments: [] })).toEqual({ requestedDocuments: decide.documentsRequired })
  })

  it('proposes the usual documents that are not there', () => {
    expect(decisionOf(anApplication(), '').requestedDocuments).toEqual(['proofOfAddress', 'rightToRent', 'bankStatements', 'employmentProof'])
    expect(decisionOf(anApplication({ requestedDocuments: ['other'] }), '').requestedDocuments).toEqual(['other'])
  })

  it('sends what belongs to its status, and the notes where they are others', () => {
    const application = anApplication({ landlordNotes: 'Hello' })
    const values = { status: 'Rejected' as const, rejectionReason: ' Let. ', requestedDocuments: ['other' as const], landlordNotes: 'Hello' }
    expect(decisionBody(values, application, undefined)).toEqual({ status: 'Rejected', rejectionReason: 'Let.' })
    expect(decisionBody({ ...values, status: 'Documents Required', landlordNotes: '' }, application, undefined)).toEqual({ status: 'Documents Required', requestedDocuments: ['other'], landlordNotes: '' })
    expect(decisionBody({ ...values, status: 'Approved' }, application, 33)).toEqual({ status: 'Approved', jointWith: 33 })
  })
})

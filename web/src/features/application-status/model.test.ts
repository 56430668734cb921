import { describe, expect, it } from 'vitest'
import { aDocument, anApplication, aReference, someSteps } from '@/test/applicationFactories'
import { status } from './messages'
import { headlineOf, documentCount, missingDocuments, stepsOf } from './model'

const day = (instant: string) => instant.slice(0, 10)

describe('the first thing that an applicant reads', () => {
  it.each([
    ['withdrawn', anApplication({ withdrawnAt: '2026-11-20T10:00:00Z', status: 'Rejected' })],
    ['rejected', anApplication({ status: 'Rejected', rejectionReason: 'Let.' })],
    ['approved', anApplication({ status: 'Approved', requestedDocuments: ['rightToRent'] })],
    ['signed', anApplication({ status: 'Approved', agreementState: 'signed', steps: someSteps({ astSigned: { state: 'done', actor: null } }) })],
    ['movedIn', anApplication({ status: 'Approved', agreementState: 'signed', steps: someSteps({ astSigned: { state: 'done' }, moveInCompleted: { state: 'done', actor: null } }) })],
    ['documents', anApplication({ requestedDocuments: ['rightToRent'] })],
    ['reference', anApplication()],
    ['nothing', anApplication({ guarantor: aReference({ state: 'given' }) })],
    ['nothing', anApplication({ guarantor: null, employer: null })],
  ])('is %s', (kind, application) => {
    expect(headlineOf(application).kind).toBe(kind)
  })
})

describe('documents', () => {
  it('are missing if asked for or refused and no other of the type stands', () => {
    const documents = [aDocument({ status: 'rejected' }), aDocument({ id: 22, type: 'proofOfAddress', status: 'rejected' }), aDocument({ id: 23, type: 'proofOfAddress' })]
    expect(missingDocuments({ requestedDocuments: ['rightToRent'], documents })).toEqual(['rightToRent', 'passportOrId'])
  })

  it('are counted by their kind', () => {
    const documents = [aDocument(), aDocument({ id: 22 }), aDocument({ id: 23, type: 'bankStatements', status: 'rejected' })]
    expect(documentCount({ requestedDocuments: [], documents })).toEqual({ given: 1, of: 5 })
    expect(documentCount({ requestedDocuments: ['other'], documents: [] })).toEqual({ given: 0, of: 6 })
  })
})

it('the steps are done, now and to come', () => {
  expect(stepsOf(anApplication(), day)).toEqual([
    { name: 'Submitted', state: 'done', under: '2026-11-12' },
    { name: 'Documents Required', state: 'done' },
    { name: 'Background Check', state: 'done' },
    { name: 'Reference Check', state: 'now', under: 'Employer verified, guarantor open' },
    { name: 'Approved', state: 'open' },
  ])
  const approved = stepsOf(anApplication({ status: 'Approved', currentStep: 5, approvedAt: '2026-11-21T08:00:00Z' }), day)
  expect(approved.at(-1)).toEqual({ name: 'Approved', state: 'done', under: '2026-11-21' })
})

it('the steps say where an application ended, and how', () => {
  const rejected = stepsOf(anApplication({ status: 'Rejected', currentStep: 2 }), day)
  expect(rejected.map(({ state }) => state)).toEqual(['done', 'ended', 'open', 'open', 'open'])
  expect(rejected[1]?.under).toBe(status.stepNotes.rejected)
  expect(stepsOf(anApplication({ withdrawnAt: '2026-11-20T10:00:00Z', currentStep: 1 }), day)[0]).toEqual({ name: 'Submitted', state: 'ended', under: status.stepNotes.withdrawn })
})

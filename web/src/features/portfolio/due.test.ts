import { expect, it } from 'vitest'
import { aCertificate, anInspection } from '@/test/complianceFactories'
import { duesOf } from './due'

const certificate = (propertyId: number, daysRemaining: number, certificateType: 'EPC' | 'Gas Safety' = 'EPC') =>
  aCertificate({ propertyId, certificateType, daysRemaining })

it('says the most pressing thing of each property', () => {
  const certificates = [certificate(1, -4, 'Gas Safety'), certificate(1, -1), certificate(2, 0), certificate(3, 1), certificate(2, 3, 'Gas Safety'), certificate(4, 30)]
  const dues = duesOf(certificates, [anInspection({ propertyId: 1 }), anInspection({ propertyId: 3 })])
  expect([...dues].sort(([a], [b]) => a - b)).toEqual([
    [1, { tone: 'danger', text: 'Gas Safety expired' }],
    [2, { tone: 'warning', text: 'EPC expires today' }],
    [3, { tone: 'danger', text: 'Inspection overdue' }],
    [4, { tone: 'warning', text: 'EPC in 30 days' }],
  ])
})

it('says it where one day is left', () => {
  expect(duesOf([certificate(1, 1)], []).get(1)?.text).toBe('EPC in 1 day')
})

import { expect, it } from 'vitest'
import { usualMonthsOf, type CertificateTypeInfo } from './model'

const types: CertificateTypeInfo[] = [
  { certificateType: 'HMO Licence', usualValidityMonths: 60, elsewhere: [{ nation: 'Scotland', usualValidityMonths: 36 }] },
  { certificateType: 'Other', usualValidityMonths: null, elsewhere: [] },
]

it.each(['England', 'Wales', 'Northern Ireland', null] as const)('gives an HMO licence 60 months in %s', (nation) => {
  expect(usualMonthsOf(types, 'HMO Licence', nation)).toBe(60)
})

it('gives an HMO licence 36 months in Scotland', () => {
  expect(usualMonthsOf(types, 'HMO Licence', 'Scotland')).toBe(36)
})

it.each(['Other', 'EICR', ''] as const)('gives no months to the type "%s" without a usual validity', (type) => {
  expect(usualMonthsOf(types, type, 'Scotland')).toBeNull()
})

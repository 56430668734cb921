import { describe, expect, it } from 'vitest'
import type { HomeCertificate } from '@/api/portal'
import { certificatesLine } from './certificates'

const one = (certificateType: HomeCertificate['certificateType'], state: HomeCertificate['state'], expiryDate = '2030-01-01'): HomeCertificate => ({
  id: 1,
  certificateType,
  issueDate: null,
  expiryDate,
  state,
  hasDocument: false,
})
const day = (text: string) => text

describe('the line about certificates', () => {
  it('says what is due before what is in date', () => {
    const all = [one('EPC', 'Valid'), one('Gas Safety', 'Expired', '2026-11-24'), one('EICR', 'RenewalDue'), one('PAT', 'Valid')]
    expect(certificatesLine(all, day)).toBe('Gas Safety expired on 2026-11-24. 3 others in date.')
    expect(certificatesLine([one('EICR', 'ExpiringSoon', '2026-12-02'), one('Gas Safety', 'Expired', '2026-11-24'), one('EPC', 'Valid')], day)).toBe(
      'Gas Safety expired on 2026-11-24. 1 more due. 1 other in date.',
    )
    expect(certificatesLine([one('EICR', 'ExpiringSoon', '2026-12-02')], day)).toBe('EICR expires on 2026-12-02.')
  })

  it('says that all are in date', () => {
    expect(certificatesLine([one('EPC', 'Valid')], day)).toBe('1, in date.')
    expect(certificatesLine([one('EPC', 'Valid'), one('PAT', 'RenewalDue')], day)).toBe('2, all in date.')
  })
})

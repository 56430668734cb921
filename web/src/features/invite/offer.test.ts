import { describe, expect, it } from 'vitest'
import { noDay, typeDay } from '@/lib/civilDate'
import { publicFormat } from '@/lib/publicFormat'
import { offerTexts as texts } from './messages'
import { noOffer, offerBody, offerMistakes, offerSentences } from './offer'

describe('an offer', () => {
  it('is wrong where a deposit is none or a day is past', () => {
    expect(offerMistakes({ ...noOffer, deposit: 'much', freeFrom: typeDay('2026-11-29') }, '2026-11-30')).toEqual({ deposit: texts.depositWrong, freeFrom: texts.freeFromWrong })
    expect(offerMistakes({ ...noOffer, freeFrom: { ...noDay, day: '31', month: '2', year: '2027' } }, '2026-11-30')).toEqual({ freeFrom: texts.freeFromWrong })
    expect(offerMistakes({ ...noOffer, deposit: '0', freeFrom: typeDay('2026-11-30') }, '2026-11-30')).toEqual({})
    expect(offerMistakes(noOffer, '2026-11-30')).toEqual({})
  })

  it('is sent without what is not said', () => {
    expect(offerBody({ deposit: '1,107.69', freeFrom: typeDay('2027-01-15'), bills: ' Water ', energyRating: 'C' })).toEqual({ deposit: '1107.69', freeFromDate: '2027-01-15', bills: 'Water', energyRating: 'C' })
    expect(offerBody({ ...noOffer, bills: '  ' })).toEqual({})
  })

  it('is told in sentences', () => {
    expect(offerSentences(null, publicFormat)).toEqual([])
    expect(offerSentences({ deposit: '500.00', freeFromDate: null, bills: null, energyRating: 'D' }, publicFormat)).toEqual(['The deposit is £500.', 'Its energy rating is D.'])
  })
})

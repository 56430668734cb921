import { expect, test } from 'vitest'
import { landlord as texts } from './messages'
import { landlordControl, landlordDetails, landlordMistakes, landlordTerms, landlordValues, type LandlordValues } from './values'

const helen: LandlordValues = {
  landlordKind: 'person',
  landlordName: ' Helen Okafor ',
  jointLandlords: [],
  companyNumber: '01234567',
  tradingAs: ' Okafor Lettings',
  landlordAddress: '4 Queen Charlotte Court\nBristol BS1 4HE',
}

test('a person, joint landlords and a company are saved as what they are', () => {
  expect(landlordDetails(helen)).toEqual({ kind: 'person', names: ['Helen Okafor'], tradingAs: 'Okafor Lettings', noticeAddress: helen.landlordAddress })
  const joint = { ...helen, jointLandlords: [{ text: 'Dev Okafor ' }] }
  expect(landlordDetails(joint)).toMatchObject({ kind: 'joint', names: ['Helen Okafor', 'Dev Okafor'] })
  expect(landlordDetails({ ...joint, landlordKind: 'company' })).toMatchObject({ kind: 'company', names: ['Helen Okafor'], companyNumber: '01234567' })
})

test('an agreement names the landlord as the settings do', () => {
  expect(landlordTerms({ ...helen, jointLandlords: [{ text: 'Dev Okafor' }] })).toEqual({
    landlordName: 'Helen Okafor',
    jointLandlords: ['Dev Okafor'],
    landlordIsCompany: false,
    landlordTradingAs: 'Okafor Lettings',
    landlordAddress: helen.landlordAddress,
  })
})

test('what is kept is edited as it was', () => {
  const values = landlordValues({ kind: 'joint', names: ['Ann Lee', 'Bo Lee'], companyNumber: null, tradingAs: null, noticeAddress: '4 Mill Lane, Leeds' })
  expect(values).toEqual({ landlordKind: 'person', landlordName: 'Ann Lee', jointLandlords: [{ text: 'Bo Lee' }], companyNumber: '', tradingAs: '', landlordAddress: '4 Mill Lane, Leeds' })
  expect(landlordValues({ kind: null, names: [], companyNumber: null, tradingAs: null, noticeAddress: null }).landlordName).toBe('')
})

test('names and address are asked for, and nobody is named twice', () => {
  expect(landlordMistakes({ ...helen, landlordName: 'H', landlordAddress: 'Bristol' })).toEqual({ landlordName: texts.mistakes.name, landlordAddress: texts.mistakes.address })
  const twice = [{ text: 'Helen Okafor' }, { text: '' }]
  expect(landlordMistakes({ ...helen, jointLandlords: twice })).toEqual({ 'jointLandlords.0.text': texts.mistakes.twice, 'jointLandlords.1.text': texts.mistakes.name })
  expect(landlordMistakes({ ...helen, landlordKind: 'company', jointLandlords: twice })).toEqual({})
})

test('the server’s fields are the form’s controls', () => {
  expect(['names[0]', 'names[2]', 'names', 'noticeAddress', 'tradingAs'].map(landlordControl)).toEqual(['landlordName', 'jointLandlords.1.text', 'landlordName', 'landlordAddress', 'tradingAs'])
})

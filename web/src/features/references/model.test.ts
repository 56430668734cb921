import { expect, it } from 'vitest'
import { mistakes } from './messages'
import { blankEmployer, blankGuarantor, employerBody, employerMistakes, employerOrder, guarantorBody, guarantorMistakes, guarantorOrder, type GuarantorValues } from './model'

const guarantor: GuarantorValues = {
  fullName: 'Judith Hargreaves',
  email: 'judith@mail.example',
  phone: '020 7946 0734',
  address: '3 Coombe Lane, Taunton TA1 9PQ',
  dateOfBirth: { day: '8', month: '3', year: '1968' },
  relationship: 'parent',
  occupation: 'Practice nurse',
  employerName: 'Quantock Surgery',
  annualIncome: '36,400',
  agreedToGuarantee: true,
  signature: 'data:image/png;base64,x',
}

it('a guarantor has to answer everything', () => {
  const found = guarantorMistakes(blankGuarantor, '2026-11-20')
  expect(Object.keys(found)).toEqual(guarantorOrder.filter((name) => name !== 'signature'))
  expect(found.address).toBe('Full address is required')
  expect(found.agreedToGuarantee).toBe('You must agree to act as guarantor')
  expect(guarantorMistakes(guarantor, '2026-11-20')).toEqual({})
})

it('a guarantor is of age from their eighteenth birthday on', () => {
  const born = { ...guarantor, dateOfBirth: { day: '20', month: '11', year: '2008' } }
  expect(guarantorMistakes(born, '2026-11-20')).toEqual({})
  expect(guarantorMistakes(born, '2026-11-19')).toEqual({ dateOfBirth: mistakes.adult })
})

it('amounts and days are sent as the call takes them', () => {
  expect(guarantorBody(guarantor)).toMatchObject({ annualIncome: '36400.00', dateOfBirth: '1968-03-08', signature: 'data:image/png;base64,x' })
  const employer = employerBody({ ...blankEmployer, annualSalary: '£25,800', employmentStartDate: { day: '1', month: '9', year: '2024' }, additionalComments: ' ' })
  expect(employer).toMatchObject({ annualSalary: '25800.00', employmentStartDate: '2024-09-01' })
  expect(employer).not.toHaveProperty('additionalComments')
})

it('an employer may leave out comments alone', () => {
  const found = employerMistakes(blankEmployer)
  expect(Object.keys(found)).toEqual(employerOrder.filter((name) => name !== 'signature' && name !== 'additionalComments'))
  expect(found.confirmedDetails).toBe('You must confirm the employment details are accurate')
})

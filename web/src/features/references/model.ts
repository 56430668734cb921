import { addMonths, noDay, readDay, type CivilDate, type TypedDay } from '@/lib/civilDate'
import { hasLength, isEmail, isPhone, mistakesAmong } from '@/lib/contactRules'
import { amountFault } from '@/lib/amountFault'
import { parseMoney, toAmount } from '@/lib/money'
import type { Mistakes } from '@/ui/form/rules'
import { mistakes } from './messages'

/** The guarantor's answers, as the controls have them. */
export interface GuarantorValues {
  fullName: string
  email: string
  phone: string
  address: string
  dateOfBirth: TypedDay
  relationship: string
  occupation: string
  employerName: string
  annualIncome: string
  agreedToGuarantee: boolean
  signature: string
}

/** The guarantor's controls from top to bottom. */
export const guarantorOrder = [
  'fullName',
  'email',
  'phone',
  'address',
  'dateOfBirth',
  'relationship',
  'occupation',
  'employerName',
  'annualIncome',
  'agreedToGuarantee',
  'signature',
] as const satisfies readonly (keyof GuarantorValues)[]

export const blankGuarantor: GuarantorValues = {
  fullName: '',
  email: '',
  phone: '',
  address: '',
  dateOfBirth: noDay,
  relationship: '',
  occupation: '',
  employerName: '',
  annualIncome: '',
  agreedToGuarantee: false,
  signature: '',
}

const isAmount = (text: string): boolean => (parseMoney(text) ?? -1n) >= 0n
const amount = (text: string): string => toAmount(parseMoney(text) ?? 0n)
const monthsOfAnAdult = 18 * 12

/** Returns the mistakes in a guarantor's answers (docs/reference/screens/references.md S2 5). The signature is asked for by itself. */
export function guarantorMistakes(values: GuarantorValues, today: CivilDate): Mistakes<GuarantorValues> {
  const born = readDay(values.dateOfBirth)
  return mistakesAmong<keyof GuarantorValues>([
    [hasLength(values.fullName, 2), 'fullName', mistakes.fullName],
    [isEmail(values.email), 'email', mistakes.email],
    [isPhone(values.phone), 'phone', mistakes.phone],
    [hasLength(values.address, 10), 'address', mistakes.address],
    [born !== null && addMonths(born, monthsOfAnAdult) <= today, 'dateOfBirth', born === null ? mistakes.dateOfBirth : mistakes.adult],
    [values.relationship !== '', 'relationship', mistakes.relationship],
    [hasLength(values.occupation, 2), 'occupation', mistakes.occupation],
    [hasLength(values.employerName, 2), 'employerName', mistakes.employerName],
    [isAmount(values.annualIncome), 'annualIncome', amountFault(values.annualIncome, mistakes.annualIncome)],
    [values.agreedToGuarantee, 'agreedToGuarantee', mistakes.agreedToGuarantee],
  ])
}

/** The answers as they are sent; they have no mistakes. */
export function guarantorBody(values: GuarantorValues) {
  return {
    fullName: values.fullName.trim(),
    email: values.email.trim(),
    phone: values.phone.trim(),
    address: values.address.trim(),
    dateOfBirth: readDay(values.dateOfBirth) ?? '',
    relationship: values.relationship,
    occupation: values.occupation.trim(),
    employerName: values.employerName.trim(),
    annualIncome: amount(values.annualIncome),
    agreedToGuarantee: values.agreedToGuarantee,
    signature: values.signature,
  }
}

/** The employer's answers, as the controls have them. */
export interface EmployerValues {
  companyName: string
  contactName: string
  position: string
  email: string
  phone: string
  companyAddress: string
  employeePosition: string
  employmentStartDate: TypedDay
  employmentType: string
  annualSalary: string
  contractType: string
  additionalComments: string
  confirmedDetails: boolean
  signature: string
}

/** The employer's controls from top to bottom. */
export const employerOrder = [
  'companyName',
  'contactName',
  'position',
  'email',
  'phone',
  'companyAddress',
  'employeePosition',
  'employmentStartDate',
  'employmentType',
  'contractType',
  'annualSalary',
  'additionalComments',
  'confirmedDetails',
  'signature',
] as const satisfies readonly (keyof EmployerValues)[]

export const blankEmployer: EmployerValues = {
  companyName: '',
  contactName: '',
  position: '',
  email: '',
  phone: '',
  companyAddress: '',
  employeePosition: '',
  employmentStartDate: noDay,
  employmentType: '',
  annualSalary: '',
  contractType: '',
  additionalComments: '',
  confirmedDetails: false,
  signature: '',
}

/** Returns the mistakes in an employer's answers (docs/reference/screens/references.md S2 5). */
export function employerMistakes(values: EmployerValues): Mistakes<EmployerValues> {
  return mistakesAmong<keyof EmployerValues>([
    [hasLength(values.companyName, 2), 'companyName', mistakes.companyName],
    [hasLength(values.contactName, 2), 'contactName', mistakes.contactName],
    [hasLength(values.position, 2), 'position', mistakes.position],
    [isEmail(values.email), 'email', mistakes.email],
    [isPhone(values.phone), 'phone', mistakes.phone],
    [hasLength(values.companyAddress, 10), 'companyAddress', mistakes.companyAddress],
    [hasLength(values.employeePosition, 2), 'employeePosition', mistakes.employeePosition],
    [readDay(values.employmentStartDate) !== null, 'employmentStartDate', mistakes.employmentStartDate],
    [values.employmentType !== '', 'employmentType', mistakes.employmentType],
    [values.contractType !== '', 'contractType', mistakes.contractType],
    [isAmount(values.annualSalary), 'annualSalary', amountFault(values.annualSalary, mistakes.annualSalary)],
    [values.confirmedDetails, 'confirmedDetails', mistakes.confirmedDetails],
  ])
}

/** The answers as they are sent; they have no mistakes. */
export function employerBody(values: EmployerValues) {
  const comments = values.additionalComments.trim()
  return {
    companyName: values.companyName.trim(),
    contactName: values.contactName.trim(),
    position: values.position.trim(),
    email: values.email.trim(),
    phone: values.phone.trim(),
    companyAddress: values.companyAddress.trim(),
    employeePosition: values.employeePosition.trim(),
    employmentStartDate: readDay(values.employmentStartDate) ?? '',
    employmentType: values.employmentType,
    annualSalary: amount(values.annualSalary),
    contractType: values.contractType,
    ...(comments !== '' && { additionalComments: comments }),
    confirmedDetails: values.confirmedDetails,
    signature: values.signature,
  }
}

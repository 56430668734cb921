import { contactPoints } from '@/lib/dataNotice'

/** The texts of the simple application. Those of the specification are exact. */
export const apply = {
  title: 'Apply for a Home',
  subtitle: 'For homes of landlords who have invited you. Applying is free.',
  about: 'About you',
  name: 'Full name',
  email: 'Email',
  phone: 'Phone',
  dateOfBirth: 'Date of birth',
  nationality: 'Nationality',
  employmentStatus: 'Employment status',
  monthlyIncome: 'Monthly income',
  incomeHint: 'Before tax. Add pensions and benefits, if any.',
  home: 'The home',
  references: 'References',
  guarantorEmail: 'Guarantor email',
  guarantorHint: 'They get a form by email',
  employerEmail: 'Employer email',
  employerHint: 'They get a short form to confirm your employment',
  choose: 'Please choose',
  submit: 'Submit Application',
  submitted: 'Application Submitted',
  submittedText: 'You can follow it here.',
  failed: 'Application Failed',
  failedText: 'Failed to submit application.',
  homes: 'The homes',
  none: 'No homes to apply for',
  noneText: (email: string) =>
    `You see the homes of landlords who have sent an invitation to ${email}. Ask yours to send one to this address, or open the link that you were given.`,
  back: 'Go back',
  notice: 'How we use your answers',
  noticePoints: [
    'The landlord of the home decides on your application with them and is responsible for them. Lintel keeps them on the landlord’s behalf.',
    'They are needed to take steps at your request before a tenancy (UK GDPR article 6(1)(b)), and for the checks that the law asks of landlords.',
    'Your employer and guarantor learn your name, the home and its rent; your employer also your email address.',
    'If you do not get the home, documents are erased after 90 days and the rest after 6 months.',
    ...contactPoints('the landlord'),
  ],
} as const

/** The messages about mistakes in an answer. Those of the specification are exact. */
export const mistakes = {
  tenantName: 'Name must be at least 2 characters',
  email: 'Invalid email address',
  phone: 'Phone number must be at least 10 digits',
  dateOfBirth: 'Date of birth is required',
  adult: 'You must be at least 18 to apply',
  nationality: 'Nationality must be at least 2 characters',
  employmentStatus: 'Employment status is required',
  monthlyIncome: 'Monthly income is required',
  guarantorEmail: 'Valid guarantor email is required',
  employerEmail: 'Valid employer email is required',
} as const

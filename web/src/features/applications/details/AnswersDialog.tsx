import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { Reference } from '@/api/applications'
import { contractTypes, employmentTypes, guarantorRelationships, nameOf } from '@/lib/applications'
import type { Formatter } from '@/lib/format'
import { color, radius, type } from '@/theme/tokens'
import { Entry, Ledger } from '@/ui/Ledger'
import { PlainDialog } from '@/ui/PlainDialog'
import { details as texts } from '../messages'

const Title = styled('h3')({ ...type.h2, margin: '20px 0 8px' })
const Picture = styled('img')({ display: 'block', width: '100%', maxWidth: 400, height: 'auto', border: `1px solid ${color.line}`, borderRadius: radius.tile, backgroundColor: '#fff' })

const words = {
  fullName: 'Full name',
  occupation: 'Occupation',
  employerName: 'Employer name',
  annualIncome: 'Annual income',
  relationship: 'Relationship to the tenant',
  companyName: 'Company name',
  contactName: 'Contact name',
  theirPosition: 'Their position',
  companyAddress: 'Company address',
  employeePosition: 'Employee’s position',
  startDate: 'Employment start date',
  employmentType: 'Employment type',
  contractType: 'Contract type',
  annualSalary: 'Annual salary',
  comments: 'Additional comments',
} as const

/** The answers of a form, as it was given. */
function answersOf({ guarantorForm, employerForm }: Reference, format: Formatter): (readonly [string, string])[] {
  if (guarantorForm !== null) {
    return [
      [words.fullName, guarantorForm.fullName],
      [texts.email, guarantorForm.email],
      [texts.phone, guarantorForm.phone],
      [texts.address, guarantorForm.address],
      [texts.dateOfBirth, guarantorForm.dateOfBirth === null ? '' : format.date(guarantorForm.dateOfBirth)],
      [words.relationship, nameOf(guarantorRelationships, guarantorForm.relationship)],
      [words.occupation, guarantorForm.occupation],
      [words.employerName, guarantorForm.employerName],
      [words.annualIncome, format.moneyExact(guarantorForm.annualIncome)],
    ]
  }
  if (employerForm === null) return []
  return [
    [words.companyName, employerForm.companyName],
    [words.contactName, employerForm.contactName],
    [words.theirPosition, employerForm.position],
    [texts.email, employerForm.email],
    [texts.phone, employerForm.phone],
    [words.companyAddress, employerForm.companyAddress],
    [words.employeePosition, employerForm.employeePosition],
    [words.startDate, employerForm.employmentStartDate === null ? '' : format.date(employerForm.employmentStartDate)],
    [words.employmentType, nameOf(employmentTypes, employerForm.employmentType)],
    [words.contractType, nameOf(contractTypes, employerForm.contractType)],
    [words.annualSalary, format.moneyExact(employerForm.annualSalary)],
    [words.comments, employerForm.additionalComments ?? ''],
  ]
}

/** Shows a referee's answers, and the signature under them. */
export function AnswersDialog({ reference, onClose }: { reference: Reference; onClose: () => void }) {
  const format = useFormatter()
  const who = reference.guarantorForm?.fullName ?? reference.employerForm?.contactName ?? ''
  return (
    <PlainDialog
      title={reference.kind === 'guarantor' ? texts.guarantorAnswers : texts.employerAnswers}
      onClose={onClose}
      foot={
        <Button variant="contained" onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      <Ledger>
        {answersOf(reference, format)
          .filter(([, answer]) => answer !== '')
          .map(([label, answer]) => (
            <Entry key={label} label={label}>
              {answer}
            </Entry>
          ))}
      </Ledger>
      {reference.signature !== null && (
        <>
          <Title>{texts.signature}</Title>
          <Picture src={reference.signature} alt={texts.signatureOf(who)} width={400} height={200} />
        </>
      )}
    </PlainDialog>
  )
}

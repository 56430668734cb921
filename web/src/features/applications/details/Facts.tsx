import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import type { Application } from '@/api/applications'
import { userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import { applicantRelationships, employmentStatuses, nameOf } from '@/lib/applications'
import { parseMoney } from '@/lib/money'
import { type } from '@/theme/tokens'
import { PhoneLink } from '@/ui/Contact'
import { InfoPanel } from '@/ui/InfoPanel'
import { Entry, Ledger } from '@/ui/Ledger'
import { SendQuestion } from '@/ui/SendQuestion'
import { toasts } from '@/ui/toast/toasts'
import { details as texts } from '../messages'
import { incomeMultiple, multipleOf } from '../model'
import { useSendStatusLink } from '../queries'
import { Note, Section } from './Section'

/** Income against rent, as information. */
export function Affordability({ application }: { application: Application }) {
  const format = useFormatter()
  const { affordability, homeRent, monthlyIncome } = application
  const income = affordability?.annualIncome ?? null
  const needed = affordability?.neededIncome ?? null
  if (!affordability || income === null || needed === null || homeRent === null) return null
  const multiple = incomeMultiple(application)
  const guarantor = multipleOf(affordability.guarantorMultiple, 'guarantor')
  const difference = (parseMoney(income) ?? 0n) - (parseMoney(needed) ?? 0n)
  return (
    <Section title={texts.affordability} aside={texts.thirty}>
      <Ledger>
        <Entry label={texts.income(format.moneyExact(monthlyIncome))}>{format.moneyExact(income)}</Entry>
        <Entry label={texts.usual(format.moneyExact(homeRent))}>{format.moneyExact(needed)}</Entry>
        <Entry label={difference < 0n ? texts.below : texts.above} isTotal tone={difference > 0n ? 'good' : 'plain'}>
          {format.signedMoneyExact(difference)}
        </Entry>
      </Ledger>
      {multiple !== null && <Note sx={{ textAlign: 'right' }}>{texts.information(multiple.times)}</Note>}
      {guarantor !== null && (
        <>
          <Ledger sx={{ marginTop: '12px' }}>
            <Entry label={texts.guarantorIncome}>{format.moneyExact(affordability.guarantorIncome)}</Entry>
            <Entry label={texts.guarantorUsual}>{format.moneyExact(affordability.guarantorNeededIncome)}</Entry>
          </Ledger>
          <Note sx={{ textAlign: 'right' }}>{texts.guarantorInformation(guarantor.times)}</Note>
        </>
      )}
    </Section>
  )
}

const Sentences = styled('ul')({ ...type.body, display: 'flex', flexDirection: 'column', gap: 4, marginTop: 4 })

/** Shows what should make a landlord look twice. */
export function Notices({ application: { notices } }: { application: Application }) {
  if (notices.length === 0) return null
  return (
    <InfoPanel tone="warning" title={texts.notices} text={texts.noticesNote}>
      <Sentences>
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </Sentences>
    </InfoPanel>
  )
}

const Words = styled('p')({ ...type.body, marginTop: 10, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })

/** Shows the applicant, and the referees they name. */
export function ApplicantFacts({ application }: { application: Application }) {
  const format = useFormatter()
  const { tenantName, phone, email, dateOfBirth, moveInDate, guarantorName, guarantorRelationship } = application
  const relationship = nameOf(applicantRelationships, guarantorRelationship)
  const guarantor = [guarantorName ?? '', relationship.toLowerCase()].filter(Boolean).join(', ')
  const rows: [string, string | null][] = [
    [texts.address, application.address],
    [texts.dateOfBirth, dateOfBirth === null ? null : format.date(dateOfBirth)],
    [texts.nationality, application.nationality],
    [texts.work, nameOf(employmentStatuses, application.employmentStatus)],
    [texts.position, application.position],
    [texts.employer, application.employerName],
    [texts.employerPhone, application.employerPhone],
    [texts.guarantor, guarantor],
    [texts.guarantorPhone, application.guarantorPhone],
    [texts.moveInDate, moveInDate === null ? null : format.date(moveInDate)],
  ]
  return (
    <Section title={texts.about}>
      <Ledger>
        <Entry label={texts.phone}>
          <PhoneLink phone={phone} whose={tenantName} />
        </Entry>
        <Entry label={texts.email}>
          <a href={`mailto:${email}`}>{email}</a>
        </Entry>
        {application.withdrawnAt === null && (
          <Writers>
            <PrivateLink application={application} />
          </Writers>
        )}
        {rows
          .filter(([, value]) => value !== null && value !== '')
          .map(([label, value]) => (
            <Entry key={label} label={label}>
              {value}
            </Entry>
          ))}
      </Ledger>
      {application.additionalNotes !== null && (
        <Words>
          <b>{texts.applicantNotes}</b> {application.additionalNotes}
        </Words>
      )}
    </Section>
  )
}

/** The applicant's link to the status page, which the landlord never sees: a new one by email ends the one before. */
function PrivateLink({ application: { id, tenantName, email } }: { application: Application }) {
  const [isAsking, setAsking] = useState(false)
  const send = useSendStatusLink()
  const sendNew = () =>
    send.mutate(
      { id, pressedAt: Date.now() },
      {
        onSuccess: () => {
          toasts.success(texts.sentAgain, texts.sentAgainText(email))
          setAsking(false)
        },
        onError: (error) => toasts.failure(texts.sendFailed, userMessage(error, texts.tryAgain)),
      },
    )
  return (
    <Entry label={texts.privateLink}>
      <Button variant="text" onClick={() => setAsking(true)}>
        {texts.sendPrivateLink}
      </Button>
      {isAsking && (
        <SendQuestion
          title={texts.privateLinkAsk}
          name={tenantName}
          email={email}
          says={texts.privateLinkSays}
          send={texts.send}
          isPending={send.isPending}
          onSend={sendNew}
          onClose={() => setAsking(false)}
        />
      )}
    </Entry>
  )
}

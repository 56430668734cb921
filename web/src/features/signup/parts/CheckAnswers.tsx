import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useFormContext, useWatch } from 'react-hook-form'
import { applicantRelationships, employmentStatuses, homeName, nameOf } from '@/lib/applications'
import { readDay } from '@/lib/civilDate'
import { publicFormat } from '@/lib/publicFormat'
import { Hidden } from '@/ui/Hidden'
import { Entry, Ledger } from '@/ui/Ledger'
import { Panel } from '@/ui/Panel'
import { signup as texts } from '../messages'
import { lastStep, type Answers, type Homes } from '../model'

const Groups = styled('div')({ padding: '4px 20px 12px' })
const Top = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12, paddingTop: 10 })
const Title = styled('h3')({ fontSize: 14, lineHeight: '20px', fontWeight: 620 })

/** Every answer, as it will be sent. */
function useGroups(homes: Homes): (readonly [string, string])[][] {
  const { control } = useFormContext<Answers>()
  const values = useWatch({ control, compute: (all: Answers) => all })
  const home = homes.find(({ id }) => String(id) === values.propertyId)
  const room = home?.rooms.find(({ id }) => String(id) === values.roomId)
  const day = readDay(values.moveInDate)
  return [
    [
      [texts.name, values.name],
      [texts.email, values.email],
      [texts.phone, values.phone],
      [texts.address, values.address],
    ],
    [
      [texts.steps[1], home === undefined ? '' : homeName({ propertyName: home.name, roomNumber: room?.roomNumber ?? null })],
      [texts.rent, home === undefined ? '' : `${publicFormat.rent(room?.monthlyRent ?? home.monthlyRent)} ${texts.perMonth}`],
    ],
    [
      [texts.employmentStatus, nameOf(employmentStatuses, values.employmentStatus)],
      [texts.employerName, values.employerName],
      [texts.position, values.position],
      [texts.employerPhone, values.employerPhone],
      [texts.employerEmail, values.employerEmail],
      [texts.monthlyIncome, values.monthlyIncome === '' ? '' : publicFormat.moneyExact(values.monthlyIncome)],
    ],
    [
      [texts.guarantorName, values.guarantorName],
      [texts.guarantorRelationship, nameOf(applicantRelationships, values.guarantorRelationship)],
      [texts.guarantorPhone, values.guarantorPhone],
      [texts.guarantorEmail, values.guarantorEmail],
      [texts.moveInDate, day === null ? '' : publicFormat.longDate(day)],
      [texts.notes, values.additionalNotes],
    ],
  ]
}

/** The answers to check before they are sent, each step with its way back. */
export function CheckAnswers({ homes, onChange }: { homes: Homes; onChange: (step: number) => void }) {
  const groups = useGroups(homes)
  return (
    <Panel title={texts.check}>
      <Groups>
        {groups.map((entries, index) => (
          <div key={texts.steps[index]}>
            <Top>
              <Title>{texts.steps[index]}</Title>
              {index + 1 < lastStep && (
                <Button variant="text" onClick={() => onChange(index + 1)}>
                  {texts.change}
                  <Hidden>: {texts.steps[index]}</Hidden>
                </Button>
              )}
            </Top>
            <Ledger>
              {entries.map(([label, answer]) => (
                <Entry key={label} label={label}>
                  {answer.trim() || texts.notAnswered}
                </Entry>
              ))}
            </Ledger>
          </div>
        ))}
      </Groups>
    </Panel>
  )
}

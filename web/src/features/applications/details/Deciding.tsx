import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CircleCheck, FilePlus2, X } from 'lucide-react'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import type { Application } from '@/api/applications'
import { Writers } from '@/api/session'
import { applicationSteps, type ApplicationStatus } from '@/lib/applications'
import { londonDay } from '@/lib/civilDate'
import { tenantPath } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { Steps, type StepState } from '@/ui/Steps'
import { details as texts } from '../messages'
import { Section } from './Section'

/** Shows the progress of an application, as its applicant sees it. */
export function Progress({ application }: { application: Application }) {
  const format = useFormatter()
  const day = (instant: string) => format.date(londonDay(new Date(instant)))
  const isOver = application.status === 'Rejected' || application.withdrawnAt !== null
  const steps = applicationSteps.map((name, index) => {
    const step = index + 1
    const isDone = step < application.currentStep || application.status === 'Approved'
    const state: StepState = isDone ? 'done' : step === application.currentStep && !isOver ? 'now' : 'open'
    const under = step === 1 ? day(application.createdAt) : name === 'Approved' && application.approvedAt !== null ? day(application.approvedAt) : undefined
    return { name, state, ...(under !== undefined && { under }) }
  })
  return (
    <Section title={texts.progress} aside={`${application.progress}%`}>
      <Steps label={texts.progress} steps={steps} />
    </Section>
  )
}

const Text = styled('p')({ ...type.small, color: color.muted, marginBottom: 12 })
const Buttons = styled('div')({ display: 'flex', flexDirection: 'column', gap: 10, '&& > *': { justifyContent: 'flex-start' } })
const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The three decisions, each with the dialog at its choice. */
interface DecisionProps {
  application: Application
  /** The number of other applications for the home in the list. */
  others: number
  onDecide: (status: ApplicationStatus) => void
}

export function Decision({ application, others, onDecide }: DecisionProps) {
  const format = useFormatter()
  if (application.withdrawnAt !== null) {
    return (
      <Section title={texts.decision}>
        <Text>{texts.withdrawnText(format.longDate(londonDay(new Date(application.withdrawnAt))))}</Text>
      </Section>
    )
  }
  if (application.status === 'Approved') {
    if (application.tenantId === null) return null
    return (
      <Section title={texts.decision}>
        <Button component={Link} to={tenantPath(application.tenantId)} fullWidth>
          {texts.toTenant}
        </Button>
      </Section>
    )
  }
  return (
    <Writers>
      <Section title={texts.decision}>
        <Text>
          {texts.decisionText(application.tenantName)} {others > 0 && texts.others(others)}
        </Text>
        <Buttons>
          <Button onClick={() => onDecide('Approved')} startIcon={<CircleCheck {...icon} />}>
            {texts.approve}
          </Button>
          <Button onClick={() => onDecide('Documents Required')} startIcon={<FilePlus2 {...icon} />}>
            {texts.ask}
          </Button>
          {application.status !== 'Rejected' && (
            <Button onClick={() => onDecide('Rejected')} startIcon={<X {...icon} />} sx={{ color: color.danger, borderColor: color.danger }}>
              {texts.reject}
            </Button>
          )}
        </Buttons>
      </Section>
    </Writers>
  )
}

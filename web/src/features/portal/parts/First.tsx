import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import type { MaintenanceRequest } from '@/api/maintenance'
import { londonDay } from '@/lib/civilDate'
import { addDays } from '@/lib/days'
import { tenantRequestPath } from '@/lib/paths'
import { media } from '@/theme/tokens'
import { Hidden } from '@/ui/Hidden'
import { InfoPanel } from '@/ui/InfoPanel'
import { portal as texts } from '../messages'
import { firstOf } from '../model'

const Act = styled('div')({ marginTop: 8, [media.mobile]: { display: 'grid' } })

/** A visit that is to come, or an open question: before everything else. */
export function First({ requests }: { requests: readonly MaintenanceRequest[] }) {
  const format = useFormatter()
  const today = londonDay(new Date())
  const first = firstOf(requests, today)
  if (first === null) return null
  const { id, title, visit, contractorName, entryPermitted } = first.request
  const action = (
    <Act>
      <Button component={Link} to={tenantRequestPath(id)}>
        {texts.open}
        <Hidden>, {title}</Hidden>
      </Button>
    </Act>
  )
  if (first.kind === 'question' || visit === null) {
    return (
      <InfoPanel tone="info" title={texts.question} text={texts.questionText(title)}>
        {action}
      </InfoPanel>
    )
  }
  const day = format.fullDate(visit.visitDate)
  const near = visit.visitDate === today ? texts.visitToday : visit.visitDate === addDays(today, 1) ? texts.visitTomorrow : undefined
  const when = texts.visitWhen(near === undefined ? day : `${near}, ${day}`, visit.startTime, visit.endTime)
  const whom = contractorName === null ? texts.visitFor(title) : texts.visitBy(contractorName, title)
  return (
    <InfoPanel tone="info" title={texts.visit(when)} text={[whom, ...(entryPermitted === true ? [texts.mayStayOut] : []), ...(visit.notes === null ? [] : [visit.notes])].join(' ')}>
      {action}
    </InfoPanel>
  )
}

import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { MaintenanceRequest } from '@/api/maintenance'
import { londonDay } from '@/lib/civilDate'
import { type } from '@/theme/tokens'
import { Dialable } from '@/ui/Dialable'
import { InfoPanel } from '@/ui/InfoPanel'
import { details as texts } from '../messages'
import { job } from '../job.messages'
import { whoOf } from '../model'
import { momentText } from '../parts/facts'
import { Note } from './Section'

const Words = styled('p')({ ...type.body, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
const Whole = styled('div')({ display: 'grid', gap: 6 })

/** The side that looks at a request. */
export type Side = 'Landlord' | 'Tenant'

/** Shows the report in the words of who made it, and what to do at once. */
export function Report({ request, side }: { request: MaintenanceRequest; side: Side }) {
  const format = useFormatter()
  const { description, tenantId, reportedAt, entryPermitted, advice, inspectionId, confirmedAt } = request
  const reporter = side === 'Tenant' ? (tenantId === null ? texts.landlord : texts.you) : tenantId === null ? texts.yourTeam : (whoOf(request) ?? texts.tenant)
  const entry = side === 'Tenant' || entryPermitted === null ? undefined : entryPermitted ? texts.entryYes : texts.entryNo
  return (
    <Whole>
      {advice !== null && <InfoPanel tone="danger" title={texts.adviceTitle} text={<Dialable text={advice} />} />}
      <Words>{description}</Words>
      <Note>
        {texts.saidBy(reporter, momentText(format, reportedAt))} {entry}
      </Note>
      <Answers request={request} />
      {inspectionId !== null && side === 'Landlord' && <Note>{texts.inspection}</Note>}
      {confirmedAt !== null && side === 'Landlord' && <InfoPanel tone="success" title={texts.confirmedOn(format.longDate(londonDay(new Date(confirmedAt))))} />}
    </Whole>
  )
}

/** Shows the tenant's answers to the questions of urgency. */
function Answers({ request: { noHeatingOrHotWater, waterComingIn, personAtRisk } }: { request: MaintenanceRequest }) {
  const said = [
    [job.heating, noHeatingOrHotWater],
    [job.water, waterComingIn],
    [job.risk, personAtRisk],
  ] as const
  const answered = said.filter(([, answer]) => answer !== null)
  if (answered.length === 0) return null
  return (
    <Note>
      {job.answers}: {answered.map(([what, answer]) => `${what}: ${answer === true ? job.yes : job.no}`).join('. ')}
    </Note>
  )
}

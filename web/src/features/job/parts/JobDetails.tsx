import type { ContractorJob } from '@/api/jobs'
import { typographic, unbroken } from '@/lib/format'
import { requestNumber } from '@/lib/maintenance'
import { DataNotice } from '@/ui/DataNotice'
import { InfoPanel } from '@/ui/InfoPanel'
import { LinkPage } from '@/ui/LinkPage'
import { job as texts } from '../messages'
import { isAgreed } from '../model'
import { Added } from './Added'
import { Answer } from './Answer'
import { NotForYou } from './NotForYou'
import { Report } from './Report'
import { Standing } from './Standing'
import { WorkDetails } from './WorkDetails'
import { Where } from './Where'
import { WhoToRing } from './WhoToRing'

/** The job as its contractor sees it: what can be answered first, then what, where and whom to ring. */
export function JobDetails({ token, job }: { token: string; job: ContractorJob }) {
  const { number, state, contractorName, work } = job
  const organisation = typographic(job.organisationName)
  const eyebrow = texts.eyebrow(requestNumber(number).replace('#', ''), contractorName)
  const whom = texts.for(organisation)
  if (work === null) {
    const isDeclined = state === 'declined'
    return (
      <LinkPage whom={whom} title={isDeclined ? texts.declined : texts.calledOff} eyebrow={eyebrow}>
        <InfoPanel
          tone="neutral"
          title={isDeclined ? texts.declined : texts.calledOff}
          text={isDeclined ? texts.declinedText(organisation) : texts.calledOffText(organisation)}
        />
        <WhoToRing job={job} />
        <NotForYou job={job} />
      </LinkPage>
    )
  }
  const address = `${work.propertyAddress} ${unbroken(work.propertyPostcode)}`
  return (
    <LinkPage whom={whom} title={work.title} eyebrow={eyebrow} lead={work.roomNumber === null ? address : texts.room(address, work.roomNumber)}>
      <Standing token={token} job={job} work={work} />
      {state === 'offered' && <Answer token={token} work={work} />}
      {isAgreed(job) && <Report token={token} work={work} />}
      {state === 'done' && <Added token={token} work={work} />}
      <WorkDetails token={token} work={work} />
      <Where work={work} />
      <WhoToRing job={job} />
      <NotForYou job={job} />
      <DataNotice title={texts.dataNotice} points={texts.dataPoints} />
    </LinkPage>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import type { Contractor } from '@/api/contractors'
import { userMessage } from '@/api/errors'
import type { Job, JobTime } from '@/api/jobs'
import type { MaintenanceRequest } from '@/api/maintenance'
import { Writers } from '@/api/session'
import type { Formatter } from '@/lib/format'
import { instantText } from '@/lib/instant'
import { isOpenRequest } from '@/lib/maintenance'
import { common } from '@/lib/messages'
import { InfoPanel } from '@/ui/InfoPanel'
import { toasts } from '@/ui/toast/toasts'
import { job as texts } from '../job.messages'
import { useDecideJobTime } from '../jobQueries'
import { Acts, Note } from './Section'

const JobDialog = lazy(async () => ({ default: (await import('../forms/JobDialog')).JobDialog }))
const JobMessageDialog = lazy(async () => ({ default: (await import('../forms/JobMessageDialog')).JobMessageDialog }))

const Box = styled('div')({ marginTop: 12 })

const tones: Record<Job['state'], 'info' | 'warning' | 'success' | 'neutral'> = { offered: 'info', proposed: 'warning', accepted: 'success', declined: 'warning', done: 'success', calledOff: 'neutral' }

/** A time of a job as the landlord reads it. */
const timeText = (format: Formatter, { jobDate, startTime, endTime }: JobTime) => texts.time(format.listDate(jobDate), startTime, endTime)

/** The job of the request's contractor: sending it, what they answered, deciding on a time, calling it off. */
export function JobPart({ request, contractor }: { request: MaintenanceRequest; /** The one who is named, while in the directory. */ contractor: Contractor | undefined }) {
  const [dialog, setDialog] = useState<'send' | 'refuse' | 'callOff'>()
  const { job } = request
  const isOpen = isOpenRequest(request)
  const isAsked = job !== undefined && (job.state === 'offered' || job.state === 'proposed' || job.state === 'accepted')
  const maySend = isOpen && contractor !== undefined && !(isAsked && job.contractorId === contractor.id)
  const close = () => setDialog(undefined)
  return (
    <Box>
      {job !== undefined && <Standing job={job} isOpen={isOpen} />}
      <Writers>
        {job?.state === 'proposed' && <Decide request={request} onRefuse={() => setDialog('refuse')} />}
        {maySend && contractor.email === null && <Note>{texts.noEmail}</Note>}
        <Acts>
          {maySend && contractor.email !== null && (
            <Button onClick={() => setDialog('send')} startIcon={<Send size={16} strokeWidth={1.75} />}>
              {texts.send}
            </Button>
          )}
          {isOpen && isAsked && (
            <>
              {job.state === 'offered' && <Button onClick={() => setDialog('send')}>{texts.sendAgain}</Button>}
              <Button variant="text" onClick={() => setDialog('callOff')}>
                {texts.callOff}
              </Button>
            </>
          )}
        </Acts>
        {maySend && contractor.email !== null && <Note>{texts.sendHint}</Note>}
      </Writers>
      <Suspense>
        {dialog === 'send' && <JobDialog request={request} onClose={close} />}
        {(dialog === 'refuse' || dialog === 'callOff') && <JobMessageDialog request={request} act={dialog} onClose={close} />}
      </Suspense>
    </Box>
  )
}

function Standing({ job, isOpen }: { job: Job; isOpen: boolean }) {
  const format = useFormatter()
  const { state, askedTime, proposedTime, agreedTime, answerBy, message, report, invoiceTotal, invoiceNumber } = job
  const isWaiting = state === 'offered' || state === 'proposed'
  const lines = [
    state === 'offered' && (askedTime === null ? texts.askedAny : texts.asked(timeText(format, askedTime))),
    state === 'offered' && texts.answerBy(instantText(format, answerBy)),
    proposedTime !== null && texts.proposal(timeText(format, proposedTime)),
    (state === 'accepted' || state === 'proposed') && agreedTime !== null && texts.agreed(timeText(format, agreedTime)),
    message !== null && texts.wrote(message),
    report !== null && `${texts.report}: ${report}`,
    (invoiceTotal !== null || invoiceNumber !== null) && `${texts.invoice}: ${texts.invoiceText(invoiceNumber ?? '', invoiceTotal === null ? '' : format.moneyExact(invoiceTotal))}`,
    state === 'done' && isOpen && texts.doneHint,
  ].filter((line) => line !== false)
  const title = isWaiting && report !== null ? texts.again : texts.states[state]
  return <InfoPanel tone={tones[state]} title={`${title}: ${job.contractorName}`} text={lines.join('\n')} />
}

function Decide({ request, onRefuse }: { request: MaintenanceRequest; onRefuse: () => void }) {
  const [isAgreed, setAgreed] = useState(false)
  const decide = useDecideJobTime()
  const accept = () => {
    decide.mutate({ id: request.id, accept: true, ...(isAgreed && { tenantAgreed: true }) }, {
      onSuccess: () => toasts.success(texts.acceptedToast),
      onError: (error) => toasts.failure(common.error, userMessage(error, texts.failedText)),
    })
  }
  return (
    <>
      <Acts>
        <Button variant="contained" loading={decide.isPending} onClick={accept}>
          {texts.accept}
        </Button>
        <Button onClick={onRefuse}>{texts.refuse}</Button>
      </Acts>
      <label style={{ display: 'flex', gap: 8, alignItems: 'flex-start', marginTop: 8 }}>
        <input type="checkbox" checked={isAgreed} onChange={({ target }) => setAgreed(target.checked)} />
        <Note as="span">{texts.agreedTick}</Note>
      </label>
    </>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CalendarPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { userMessage } from '@/api/errors'
import { readJobCalendar, type ContractorJob, type Work } from '@/api/jobs'
import { londonDay } from '@/lib/civilDate'
import { common } from '@/lib/messages'
import { publicFormat } from '@/lib/publicFormat'
import { saveFile } from '@/lib/save'
import { media } from '@/theme/tokens'
import { InfoPanel } from '@/ui/InfoPanel'
import { toasts } from '@/ui/toast/toasts'
import { job as texts } from '../messages'
import { timeText } from '../model'

const TimeDialog = lazy(async () => ({ default: (await import('./TimeDialog')).TimeDialog }))
const DeclineDialog = lazy(async () => ({ default: (await import('./DeclineDialog')).DeclineDialog }))

const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, marginTop: 10, [media.mobile]: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(142px, 1fr))' } })

/** Shows the state of the job once it was answered, with the calendar file and what can still be changed. */
export function Standing({ token, job: { state }, work }: { token: string; job: ContractorJob; work: Work }) {
  const [dialog, setDialog] = useState<'time' | 'decline'>()
  const { agreedTime, proposedTime, proposalsLeft, hasKeyCode, closesAt } = work
  const save = async () => {
    try {
      saveFile(await readJobCalendar(token), texts.calendarName)
    } catch (error) {
      toasts.failure(common.error, userMessage(error, texts.calendarFailed))
    }
  }
  if (state === 'offered') return null
  if (state === 'done') {
    return (
      <div role="status">
        <InfoPanel tone="success" title={texts.done} text={closesAt === null ? undefined : texts.doneText(publicFormat.longDate(londonDay(new Date(closesAt))))} />
      </div>
    )
  }
  const isProposed = state === 'proposed' && proposedTime !== null
  const holds = agreedTime === null ? '' : ` ${texts.agreedHolds(timeText(agreedTime))}`
  const title = isProposed ? texts.proposed : texts.accepted(agreedTime === null ? '' : timeText(agreedTime))
  const text = isProposed ? `${texts.proposedText(timeText(proposedTime))}${holds}` : [texts.acceptedText, ...(hasKeyCode ? [texts.codeLater] : [])].join(' ')
  return (
    <div role="status">
      <InfoPanel tone={isProposed ? 'warning' : 'success'} title={title} text={text}>
        <Acts>
          {agreedTime !== null && (
            <Button onClick={() => void save()} startIcon={<CalendarPlus size={18} strokeWidth={1.75} />}>
              {texts.calendar}
            </Button>
          )}
          {proposalsLeft > 0 && <Button onClick={() => setDialog('time')}>{agreedTime === null ? texts.propose : texts.move}</Button>}
          <Button variant="text" onClick={() => setDialog('decline')}>
            {texts.decline}
          </Button>
        </Acts>
      </InfoPanel>
      <Suspense>
        {dialog === 'time' && <TimeDialog token={token} left={proposalsLeft} onClose={() => setDialog(undefined)} />}
        {dialog === 'decline' && <DeclineDialog token={token} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </div>
  )
}

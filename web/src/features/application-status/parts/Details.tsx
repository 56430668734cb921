import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Application, ApplicationAccess } from '@/api/applications'
import { userMessage } from '@/api/errors'
import { homeName } from '@/lib/applications'
import { londonDay } from '@/lib/civilDate'
import type { Formatter } from '@/lib/format'
import { instantText } from '@/lib/instant'
import { media, type } from '@/theme/tokens'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { DataNotice } from '@/ui/DataNotice'
import { Panel } from '@/ui/Panel'
import { Steps } from '@/ui/Steps'
import { Timeline } from '@/ui/Timeline'
import { toasts } from '@/ui/toast/toasts'
import { status as texts } from '../messages'
import { stepsOf } from '../model'
import { useWithdraw } from '../queries'
import { Documents } from './Documents'
import { MovingIn } from './MovingIn'
import { Overview } from './Overview'
import { Referees } from './Referees'

const Body = styled('div')({ padding: '16px 20px', [media.mobile]: { padding: '14px 16px' } })
const Words = styled('p')({ ...type.body, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })

interface DetailsProps {
  application: Application
  access: ApplicationAccess
  /** The format of days: whoever follows a link has no settings. */
  format: Formatter
}

/** One application, for its applicant. */
export function Details({ application, access, format }: DetailsProps) {
  const day = (instant: string) => format.date(londonDay(new Date(instant)))
  return (
    <>
      <Overview application={application} access={access} format={format} />
      {application.status === 'Approved' && <MovingIn application={application} access={access} />}
      <Panel title={texts.steps}>
        <Body>
          <Steps label={texts.steps} steps={stepsOf(application, day)} />
        </Body>
      </Panel>
      <Referees application={application} access={access} format={format} />
      {application.landlordNotes !== null && (
        <Panel title={texts.notes}>
          <Body>
            <Words>{application.landlordNotes}</Words>
          </Body>
        </Panel>
      )}
      <Documents application={application} access={access} />
      <Panel title={texts.timeline}>
        <Body>
          <Timeline events={application.timeline} when={(instant) => instantText(format, instant)} showAll={texts.showAll} />
        </Body>
      </Panel>
      {application.withdrawnAt === null && application.status !== 'Rejected' && <Withdraw application={application} access={access} />}
      <DataNotice title={texts.notice} points={texts.noticePoints} />
    </>
  )
}

function Withdraw({ application, access }: { application: Application; access: ApplicationAccess }) {
  const [isAsking, setAsking] = useState(false)
  const withdraw = useWithdraw(access)
  const confirm = () =>
    withdraw.mutate(undefined, {
      onSuccess: () => {
        setAsking(false)
        toasts.success(texts.withdrawn)
      },
      onError: (error) => {
        setAsking(false)
        toasts.failure(texts.withdrawFailed, userMessage(error, texts.withdrawFailedText))
      },
    })
  return (
    <div>
      <Button onClick={() => setAsking(true)}>{texts.withdraw}</Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.withdrawTitle}
          text={texts.withdrawText(homeName(application))}
          confirm={texts.withdraw}
          cancel={texts.keep}
          isPending={withdraw.isPending}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  )
}

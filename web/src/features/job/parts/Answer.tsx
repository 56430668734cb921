import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { userMessage } from '@/api/errors'
import type { Work } from '@/api/jobs'
import { publicFormat } from '@/lib/publicFormat'
import { color, media, type } from '@/theme/tokens'
import { Panel } from '@/ui/Panel'
import { toasts } from '@/ui/toast/toasts'
import { job as texts } from '../messages'
import { momentText, timeText } from '../model'
import { useAccept } from '../queries'

const TimeDialog = lazy(async () => ({ default: (await import('./TimeDialog')).TimeDialog }))
const DeclineDialog = lazy(async () => ({ default: (await import('./DeclineDialog')).DeclineDialog }))

const Inside = styled('div')({ display: 'flex', flexDirection: 'column', gap: 14, padding: '14px 20px 18px', [media.mobile]: { paddingInline: 16 } })
const Small = styled('p')({ ...type.body, color: color.muted })
const When = styled('p')({ ...type.h2, fontSize: 16 })
const Pair = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 10 })

/** Asks whether the contractor takes the job: accept, propose another time, or not. */
export function Answer({ token, work }: { token: string; work: Work }) {
  const [dialog, setDialog] = useState<'time' | 'decline'>()
  const [now] = useState(() => new Date())
  const accept = useAccept(token)
  const { askedTime, answerBy, costLimit, proposalsLeft } = work
  const send = () => {
    accept.mutate({ accept: true }, {
      onSuccess: () => toasts.success(texts.saved, texts.acceptedToast),
      onError: (error) => toasts.failure(texts.failed, userMessage(error, texts.failedText)),
    })
  }
  return (
    <Panel title={texts.canYou} aside={<Small>{texts.answerBy(momentText(answerBy, now))}</Small>}>
      <Inside>
        <div>
          {askedTime !== null && <Small>{texts.askedFor}</Small>}
          <When>{askedTime === null ? texts.noTime : timeText(askedTime)}</When>
          <Small>
            {texts.notice} {costLimit !== null && texts.limit(publicFormat.rent(costLimit))}
          </Small>
        </div>
        {askedTime !== null && (
          <Button variant="contained" size="large" loading={accept.isPending} onClick={send} startIcon={<Check size={18} strokeWidth={1.75} />}>
            {texts.accept}
          </Button>
        )}
        <Pair>
          <Button size="large" variant={askedTime === null ? 'contained' : 'outlined'} disabled={proposalsLeft === 0} onClick={() => setDialog('time')}>
            {texts.propose}
          </Button>
          <Button size="large" onClick={() => setDialog('decline')}>
            {texts.decline}
          </Button>
        </Pair>
        {proposalsLeft === 0 && <Small>{texts.noProposals}</Small>}
      </Inside>
      <Suspense>
        {dialog === 'time' && <TimeDialog token={token} left={proposalsLeft} onClose={() => setDialog(undefined)} />}
        {dialog === 'decline' && <DeclineDialog token={token} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </Panel>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import type { Application } from '@/api/applications'
import { shortCause, userMessage } from '@/api/errors'
import type { HoldingDeposit } from '@/api/holdingDeposits'
import { Writers } from '@/api/session'
import { londonDay } from '@/lib/civilDate'
import { daysBetween } from '@/lib/days'
import { typographic } from '@/lib/format'
import { common } from '@/lib/messages'
import { color } from '@/theme/tokens'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { InfoPanel } from '@/ui/InfoPanel'
import { Entry, Ledger } from '@/ui/Ledger'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { Note, Section } from '../details/Section'
import { holding as texts } from './messages'
import { useHoldingDeposit, useRemoveHolding } from './queries'

const HoldingDialog = lazy(async () => ({ default: (await import('./HoldingDialog')).HoldingDialog }))

const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, marginTop: 12 })

/** Holding Deposit: until when there is to be an agreement, until when it is paid back, and what became of it. */
export function HoldingSection({ application }: { application: Application }) {
  const { data, error, refetch } = useHoldingDeposit(application.id)
  const [open, setOpen] = useState<'record' | 'remove'>()
  if (data === undefined) {
    return (
      <Section title={texts.title}>
        {error === null ? <Skeleton width="100%" height={60} /> : <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
      </Section>
    )
  }
  const isKnown = data.amount !== null
  const close = () => setOpen(undefined)
  return (
    <Section title={texts.title}>
      {isKnown ? <HoldingDetails held={data} /> : <Note>{texts.none}</Note>}
      <Writers>
        <Acts>
          <Button onClick={() => setOpen('record')}>{isKnown ? texts.change : texts.record}</Button>
          {isKnown && (
            <Button variant="text" onClick={() => setOpen('remove')}>
              {texts.remove}
            </Button>
          )}
        </Acts>
      </Writers>
      <Suspense>
        {open === 'record' && <HoldingDialog application={application} held={data} onClose={close} />}
        {open === 'remove' && <Remove id={application.id} onClose={close} />}
      </Suspense>
    </Section>
  )
}

function HoldingDetails({ held }: { held: HoldingDeposit }) {
  const format = useFormatter()
  const { amount, receivedDate, agreeByDate, agreedInWriting, payBackByDate, outcome, outcomeDate, reason, rule, warnings } = held
  const waits = outcome === null && payBackByDate === null && agreeByDate !== null
  return (
    <>
      <Ledger>
        <Entry label={texts.amount}>{format.moneyExact(amount)}</Entry>
        {receivedDate !== null && <Entry label={texts.received}>{format.date(receivedDate)}</Entry>}
        {waits && (
          <Entry label={texts.agreeBy} below={<Clock by={agreeByDate} />}>
            {format.date(agreeByDate)}
            {agreedInWriting && `, ${texts.inWriting}`}
          </Entry>
        )}
        {payBackByDate !== null && (
          <Entry label={texts.payBackBy} below={<Clock by={payBackByDate} />}>
            {format.date(payBackByDate)}, {texts.unless}
          </Entry>
        )}
        {outcome !== null && (
          <Entry label={texts.outcome} below={outcomeDate === null ? undefined : texts.on(format.date(outcomeDate))}>
            {texts.outcomes[outcome]}
          </Entry>
        )}
        {reason !== null && <Entry label={texts.reason}>{reason}</Entry>}
      </Ledger>
      {outcome === null && rule !== null && <Note>{typographic(rule)}.</Note>}
      {warnings.length > 0 && (
        <div style={{ marginTop: 8 }}>
          <InfoPanel tone="warning" title={texts.above} text={typographic(warnings.join('\n'))} />
        </div>
      )}
    </>
  )
}

/** Shows how many days are left. */
function Clock({ by }: { by: string }) {
  const left = daysBetween(londonDay(new Date()), by)
  return <span style={{ color: left < 0 ? color.danger : color.warning, fontWeight: 540 }}>{left < 0 ? texts.daysLate(-left) : texts.daysLeft(left)}</span>
}

function Remove({ id, onClose }: { id: number; onClose: () => void }) {
  const { mutate, isPending } = useRemoveHolding(id)
  const remove = () =>
    mutate(
      { pressedAt: Date.now() },
      {
        onSuccess: () => {
          toasts.success(texts.removed, texts.removedText)
          onClose()
        },
        onError: (error) => toasts.failure(common.error, userMessage(error, texts.failed)),
      },
    )
  return <ConfirmDialog title={texts.removeTitle} text={texts.removeText} confirm={texts.remove} cancel={texts.keep} isPending={isPending} onConfirm={remove} onCancel={onClose} />
}

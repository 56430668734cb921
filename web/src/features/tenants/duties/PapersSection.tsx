import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { lazy, Suspense, useState } from 'react'
import { useFormatter } from '@/api/account'
import type { OwedPaper } from '@/api/duties'
import { shortCause, userMessage } from '@/api/errors'
import { Writers } from '@/api/session'
import type { Tenant } from '@/api/tenants'
import { common } from '@/lib/messages'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Entry, Ledger } from '@/ui/Ledger'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { Quiet, Section } from '../details/Section'
import { Clock } from './Clock'
import { papers as texts } from './messages'
import { useDuties, useRecordPaper } from './queries'

const PaperDialog = lazy(async () => ({ default: (await import('./PaperDialog')).PaperDialog }))

const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, marginTop: 12 })

/** Papers to give: what the law has the tenants given in writing, until when it has to be, and when it was. Where nothing is owed, there is nothing. */
export function PapersSection({ tenant }: { tenant: Tenant }) {
  const { data, error, refetch } = useDuties(tenant.id)
  const [open, setOpen] = useState<{ act: 'record' | 'takeBack'; paper: OwedPaper }>()
  if (data === undefined) {
    return (
      <Section title={texts.title}>
        {error === null ? <Skeleton width="100%" height={60} /> : <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
      </Section>
    )
  }
  if (data.papers.length === 0) return null
  const close = () => setOpen(undefined)
  return (
    <Section title={texts.title}>
      {data.papers.map((owed) => (
        <OwedPaperRow key={owed.paper} owed={owed} onRecord={() => setOpen({ act: 'record', paper: owed })} onTakeBack={() => setOpen({ act: 'takeBack', paper: owed })} />
      ))}
      <Suspense>
        {open?.act === 'record' && <PaperDialog tenant={tenant} owed={open.paper} onClose={close} />}
        {open?.act === 'takeBack' && <TakeBack tenant={tenant} owed={open.paper} onClose={close} />}
      </Suspense>
    </Section>
  )
}

function OwedPaperRow({ owed, onRecord, onTakeBack }: { owed: OwedPaper; onRecord: () => void; onTakeBack: () => void }) {
  const format = useFormatter()
  const { paper, dueDate, deliveryDate, signingDate, rule } = owed
  const isGiven = deliveryDate !== null
  const isSigned = !isGiven && signingDate !== null
  const isOpen = !isGiven && !isSigned
  return (
    <>
      <Ledger>
        <Entry label={texts.names[paper]} below={isOpen && dueDate !== null ? <Clock by={dueDate} /> : undefined}>
          {isGiven && texts.given(format.date(deliveryDate))}
          {isSigned && texts.signed(format.date(signingDate))}
          {isOpen && (dueDate === null ? texts.notRecorded : texts.by(format.date(dueDate)))}
        </Entry>
      </Ledger>
      {isOpen && rule !== null && <Quiet>{rule}.</Quiet>}
      {!isSigned && (
        <Writers>
          <Acts>
            <Button onClick={onRecord}>{isGiven ? texts.change[paper] : texts.record[paper]}</Button>
            {isGiven && <Button onClick={onTakeBack}>{texts.takeBack}</Button>}
          </Acts>
        </Writers>
      )}
    </>
  )
}

function TakeBack({ tenant, owed, onClose }: { tenant: Tenant; owed: OwedPaper; onClose: () => void }) {
  const { mutate, isPending } = useRecordPaper(tenant.id)
  const takeBack = () =>
    mutate(
      { paper: owed.paper },
      {
        onSuccess: () => {
          toasts.success(texts.takenBack, texts.takenBackText)
          onClose()
        },
        onError: (error) => toasts.failure(common.error, userMessage(error, texts.failed)),
      },
    )
  return (
    <ConfirmDialog
      title={texts.takeBackTitle[owed.paper]}
      text={texts.takeBackText}
      confirm={texts.takeBack}
      cancel={texts.keep}
      isPending={isPending}
      onConfirm={takeBack}
      onCancel={onClose}
    />
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { isRefused, shortCause, userMessage } from '@/api/errors'
import type { MaintenanceRequest } from '@/api/maintenance'
import { londonDay } from '@/lib/civilDate'
import { isOpenRequest, requestNumber } from '@/lib/maintenance'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { idOf } from '@/lib/query'
import { color, media, type } from '@/theme/tokens'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { DetailDialog } from '@/ui/DetailDialog'
import { InfoPanel } from '@/ui/InfoPanel'
import { Entry, Ledger } from '@/ui/Ledger'
import { LoadFailed } from '@/ui/LoadFailed'
import { PriorityBadge, RequestBadge } from '@/ui/RequestBadges'
import { Skeleton } from '@/ui/Skeleton'
import { Steps, type StepState } from '@/ui/Steps'
import { toasts } from '@/ui/toast/toasts'
import { VisitEntry } from './details/Contractor'
import { Photos } from './details/Photos'
import { Report } from './details/Report'
import { Acts, Section } from './details/Section'
import { Stream } from './details/Stream'
import { tenantTexts as texts } from './form.messages'
import { details, maintenance } from './messages'
import { awaitsTenant } from './model'
import { momentText } from './parts/facts'
import { useConfirmRepair, useRequest, useSetStatus } from './queries'

const Text = styled('p')(type.body)
const Columns = styled('div')({ display: 'grid', gap: '28px 36px', alignItems: 'start', gridTemplateColumns: 'minmax(0, 1fr)', [media.wide]: { gridTemplateColumns: 'minmax(0, 1.9fr) minmax(0, 1fr)' } })
const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 28, minWidth: 0 })

/** /tenant-dashboard/requests/7: one of the tenant's own requests over the portal. */
export function Component() {
  const { requestId } = useParams()
  const navigate = useNavigate()
  const { data: request, error, refetch, isEnabled } = useRequest(idOf(requestId))
  const close = () => void navigate(paths.tenantDashboard, { replace: true })
  const isGone = !isEnabled || isRefused(error, 404)
  if (request === undefined || isGone) {
    return (
      <DetailDialog eyebrow={maintenance.request} title={isGone ? texts.goneTitle : details.loadingTitle} onClose={close}>
        {isGone && (
          <>
            <Text>{details.goneText}</Text>
            <Button onClick={close} sx={{ marginTop: '16px' }}>
              {texts.back}
            </Button>
          </>
        )}
        {!isGone && error === null && <Skeleton width="100%" height={240} />}
        {!isGone && error !== null && <LoadFailed what={details.one} cause={shortCause(error)} onRetry={() => void refetch()} />}
      </DetailDialog>
    )
  }
  return <Loaded key={request.id} request={request} onClose={close} />
}

function Loaded({ request, onClose }: { request: MaintenanceRequest; onClose: () => void }) {
  const format = useFormatter()
  const { id, category, title, propertyName, priority, status, contractorName, confirmedAt, readOnly } = request
  const isOpen = isOpenRequest(request)
  return (
    <DetailDialog
      eyebrow={texts.eyebrow(requestNumber(id), category)}
      title={title}
      under={
        <>
          {propertyName} <PriorityBadge priority={priority} />
          <RequestBadge status={status} />
        </>
      }
      onClose={onClose}
    >
      <Columns>
        <Column>
          {readOnly && <InfoPanel tone="info" title={texts.left} text={texts.leftText} />}
          {!readOnly && awaitsTenant(request) && <Question request={request} />}
          {confirmedAt !== null && <InfoPanel tone="success" title={texts.confirmedOn(format.longDate(londonDay(new Date(confirmedAt))))} />}
          <Report request={request} side="Tenant" />
          <Photos request={request} kinds={isOpen && !readOnly ? ['photo'] : []} mayRemove={false} />
          <Stream request={request} side="Tenant" mayWrite={!readOnly} />
        </Column>
        <Column>
          <Progress request={request} />
          <Section title={texts.visit}>
            <Ledger>
              {contractorName !== null && <Entry label={details.contractor}>{contractorName}</Entry>}
              <VisitEntry request={request} />
            </Ledger>
          </Section>
          {!readOnly && <Over request={request} />}
        </Column>
      </Columns>
    </DetailDialog>
  )
}

/** Shows the progress, step by step. */
function Progress({ request: { status, reportedAt, firstResponseAt, visit, completedAt, confirmedAt } }: { request: MaintenanceRequest }) {
  const format = useFormatter()
  const when = (instant: string | null) => (instant === null ? undefined : momentText(format, instant))
  const isDone = status === 'Completed'
  const isTaken = firstResponseAt !== null || status === 'In Progress' || isDone
  const steps = [
    { name: texts.steps.reported, isPast: true, under: when(reportedAt) },
    { name: texts.steps.taken, isPast: isTaken, under: when(firstResponseAt) },
    ...(visit === null ? [] : [{ name: texts.steps.visit, isPast: true, under: details.visitText(format.listDate(visit.visitDate), visit.startTime, visit.endTime) }]),
    { name: texts.steps.fixed, isPast: isDone, under: when(completedAt) },
    { name: texts.steps.confirmed, isPast: confirmedAt !== null, under: when(confirmedAt) },
  ]
  const next = status === 'Cancelled' ? -1 : steps.findIndex(({ isPast }) => !isPast)
  return (
    <Section title={texts.progress}>
      <Steps
        label={texts.progress}
        steps={steps.map(({ name, isPast, under }, index) => {
          const state: StepState = isPast ? 'done' : index === next ? 'now' : 'open'
          return { name, state, ...(under !== undefined && { under }) }
        })}
      />
    </Section>
  )
}

/** The landlord says that it is done: the tenant confirms, or opens it again. */
function Question({ request: { id } }: { request: MaintenanceRequest }) {
  const confirm = useConfirmRepair()
  const setStatus = useSetStatus()
  const told = (heading: string, text: string) => ({
    onSuccess: () => toasts.success(heading, text),
    onError: (error: unknown) => toasts.failure(common.error, userMessage(error, details.failedText)),
  })
  const isBusy = confirm.isPending || setStatus.isPending
  return (
    <InfoPanel tone="info" title={texts.isFixed} text={texts.isFixedText}>
      <Acts>
        <Button variant="contained" disabled={isBusy} onClick={() => confirm.mutate(id, told(texts.confirmed, texts.confirmedText))}>
          {texts.fixed}
        </Button>
        <Button disabled={isBusy} onClick={() => setStatus.mutate({ id, status: 'Open', pressedAt: Date.now() }, told(texts.reopened, texts.reopenedText))}>
          {texts.notFixed}
        </Button>
      </Acts>
    </InfoPanel>
  )
}

/** Offers to end a request, or to bring it back. */
function Over({ request }: { request: MaintenanceRequest }) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useSetStatus()
  const { id, title } = request
  const set = (status: 'Cancelled' | 'Open') => {
    const [heading, text] = status === 'Open' ? [texts.reopened, texts.reopenedText] : [texts.cancelled, title]
    mutate({ id, status, pressedAt: Date.now() }, {
      onSuccess: () => toasts.success(heading, text),
      onError: (error) => toasts.failure(common.error, userMessage(error, details.failedText)),
      onSettled: () => setAsking(false),
    })
  }
  if (awaitsTenant(request)) return null
  if (!isOpenRequest(request)) {
    return (
      <Button loading={isPending} onClick={() => set('Open')}>
        {details.reopen}
      </Button>
    )
  }
  return (
    <>
      <Button onClick={() => setAsking(true)} startIcon={<Ban size={16} strokeWidth={1.75} />} sx={{ color: color.danger, borderColor: color.danger }}>
        {details.cancel}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={details.cancelTitle}
          text={texts.cancelText}
          confirm={details.cancel}
          cancel={details.keep}
          isPending={isPending}
          onConfirm={() => set('Cancelled')}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}

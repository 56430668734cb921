import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Ban, Check, Phone, RotateCcw, Wrench } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { isRefused, shortCause } from '@/api/errors'
import type { MaintenanceRequest } from '@/api/maintenance'
import { useMayWrite, Writers } from '@/api/session'
import { isOpenRequest, requestNumber } from '@/lib/maintenance'
import { paths } from '@/lib/paths'
import { idOf } from '@/lib/query'
import { color, media, type } from '@/theme/tokens'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { dialled } from '@/lib/dialled'
import { DetailDialog } from '@/ui/DetailDialog'
import { LoadFailed } from '@/ui/LoadFailed'
import { PriorityBadge, RequestBadge } from '@/ui/RequestBadges'
import { Skeleton } from '@/ui/Skeleton'
import { Contractor } from './details/Contractor'
import { Costs } from './details/Costs'
import { Messages } from './details/Messages'
import { Photos } from './details/Photos'
import { Report } from './details/Report'
import { Stream } from './details/Stream'
import { Targets } from './details/Targets'
import { useStatusMail, type StatusMail } from './details/useStatusMail'
import { useUpdate } from './details/useUpdate'
import { Work } from './details/Work'
import { details as texts, maintenance } from './messages'
import { isWorkable } from './model'
import { useRequest } from './queries'

const CompleteDialog = lazy(async () => ({ default: (await import('./forms/CompleteDialog')).CompleteDialog }))

const Text = styled('p')(type.body)
const Columns = styled('div')({ display: 'grid', gap: '28px 36px', alignItems: 'start', gridTemplateColumns: 'minmax(0, 1fr)', [media.wide]: { gridTemplateColumns: 'minmax(0, 1.9fr) minmax(0, 1fr)' } })
const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 28, minWidth: 0 })

/** /maintenance/7: one request over the list, as long as the address says so. */
export function Component() {
  const { requestId } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data: request, error, refetch, isEnabled } = useRequest(idOf(requestId))
  // The list behind the dialog keeps its filters.
  const close = () => void navigate({ pathname: paths.maintenance, search }, { replace: true })
  const isGone = !isEnabled || isRefused(error, 404)
  if (request === undefined || isGone) {
    return (
      <DetailDialog eyebrow={maintenance.title} title={isGone ? texts.goneTitle : texts.loadingTitle} onClose={close}>
        {isGone && (
          <>
            <Text>{texts.goneText}</Text>
            <Button onClick={close} sx={{ marginTop: '16px' }}>
              {texts.goneBack}
            </Button>
          </>
        )}
        {!isGone && error === null && <Skeleton width="100%" height={240} />}
        {!isGone && error !== null && <LoadFailed what={texts.one} cause={shortCause(error)} onRetry={() => void refetch()} />}
      </DetailDialog>
    )
  }
  return <Loaded key={request.id} request={request} onClose={close} />
}

function Loaded({ request, onClose }: { request: MaintenanceRequest; onClose: () => void }) {
  const mayWrite = useMayWrite()
  const [asked, setAsked] = useState<'complete' | 'cancel'>()
  const { update, isPending } = useUpdate(request)
  const statusMail = useStatusMail(request)
  const { id, title, category, propertyName, propertyAddress, priority, status } = request
  const isOpen = isOpenRequest(request)
  const cancel = () => void update({ status: 'Cancelled', ...statusMail.chosen }, texts.updatedTexts.status('Cancelled')).then(() => setAsked(undefined))
  return (
    <>
      <DetailDialog
        eyebrow={texts.eyebrow(requestNumber(id), category)}
        title={title}
        under={
          <>
            {propertyName}, {propertyAddress} <PriorityBadge priority={priority} />
            <RequestBadge status={status} />
          </>
        }
        actions={<Actions request={request} statusMail={statusMail} onComplete={() => setAsked('complete')} />}
        onClose={onClose}
      >
        <Columns>
          <Column>
            <Report request={request} side="Landlord" />
            <Photos request={request} kinds={mayWrite && isWorkable(request) ? ['photo', 'before', 'after'] : []} mayRemove={mayWrite} />
            <Stream request={request} side="Landlord" mayWrite={mayWrite} />
            <Messages requestId={request.id} />
          </Column>
          <Column>
            <Work request={request} statusMail={statusMail} onAsk={setAsked} />
            <Targets request={request} />
            <Contractor request={request} />
            <Costs request={request} />
            {isOpen && (
              <Writers>
                <Button onClick={() => setAsked('cancel')} startIcon={<Ban size={16} strokeWidth={1.75} />} sx={{ color: color.danger, borderColor: color.danger, justifyContent: 'flex-start' }}>
                  {texts.cancel}
                </Button>
              </Writers>
            )}
          </Column>
        </Columns>
      </DetailDialog>
      <Suspense>{asked === 'complete' && <CompleteDialog request={request} statusMail={statusMail} onClose={() => setAsked(undefined)} />}</Suspense>
      {asked === 'cancel' && (
        <ConfirmDialog
          title={texts.cancelTitle}
          text={texts.cancelText(title)}
          confirm={texts.cancel}
          cancel={texts.keep}
          isPending={isPending}
          onConfirm={cancel}
          onCancel={() => setAsked(undefined)}
        >
          {statusMail.tick}
        </ConfirmDialog>
      )}
    </>
  )
}

const icon = { size: 16, strokeWidth: 1.75 } as const

/** Offers the next steps: taken up, then completed; a closed request can be reopened. */
function Actions({ request, statusMail, onComplete }: { request: MaintenanceRequest; statusMail: StatusMail; onComplete: () => void }) {
  const { update, isPending } = useUpdate(request)
  const { status, tenantPhone } = request
  const move = (to: 'In Progress' | 'Open') => void update({ status: to, ...statusMail.chosen }, texts.updatedTexts.status(to))
  return (
    <>
      {tenantPhone !== null && (
        <Button href={dialled(tenantPhone)} startIcon={<Phone {...icon} />}>
          {maintenance.callTenant}
        </Button>
      )}
      <Writers>
        {status === 'Open' && (
          <Button variant="contained" loading={isPending} onClick={() => move('In Progress')} startIcon={<Wrench {...icon} />}>
            {texts.start}
          </Button>
        )}
        {status === 'In Progress' && (
          <Button variant="contained" onClick={onComplete} startIcon={<Check {...icon} />}>
            {texts.complete}
          </Button>
        )}
        {!isOpenRequest(request) && (
          <Button variant="contained" loading={isPending} onClick={() => move('Open')} startIcon={<RotateCcw {...icon} />}>
            {texts.reopen}
          </Button>
        )}
      </Writers>
    </>
  )
}

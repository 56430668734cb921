import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ChevronLeft, ChevronRight, FilePenLine } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import type { Application } from '@/api/applications'
import { userMessage } from '@/api/errors'
import { useUser, Writers } from '@/api/session'
import { applicationNumber, homeName, type ApplicationStatus } from '@/lib/applications'
import { media, type } from '@/theme/tokens'
import { ApplicationBadge } from '@/ui/ApplicationBadge'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { DetailDialog } from '@/ui/DetailDialog'
import { Hidden } from '@/ui/Hidden'
import { Initials } from '@/ui/Person'
import { RowMenu } from '@/ui/RowMenu'
import { toasts } from '@/ui/toast/toasts'
import { applications, details as texts } from '../messages'
import { filterOf, homeKey, readList } from '../model'
import { useDetailsAddress } from '../parts/facts'
import { useApplicationPages, useErase } from '../queries'
import { HoldingSection } from '../holding/HoldingSection'
import { ApplicantFacts, Affordability, Notices } from './Facts'
import { Checks } from './Checks'
import { Decision, Progress } from './Deciding'
import { Documents } from './Documents'
import { History } from './History'
import { Messages } from './Messages'
import { MoveIn } from './MoveIn'
import { Notes } from './Notes'
import { RightToRent } from './RightToRent'

const UpdateStatusDialog = lazy(async () => ({ default: (await import('../decide/UpdateStatusDialog')).UpdateStatusDialog }))

const Picture = styled('div')({ display: 'grid', placeItems: 'center', width: '100%', height: '100%' })
const Columns = styled('div')({ display: 'grid', gap: '32px 36px', alignItems: 'start', [media.wide]: { gridTemplateColumns: 'minmax(0, 2.2fr) minmax(0, 1fr)' } })
const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 32, minWidth: 0 })
const Place = styled('div')({ ...type.small, display: 'flex', alignItems: 'center', gap: 8, whiteSpace: 'nowrap' })

/** The applications for the same home in the list behind, and where this one is among them. */
function useNeighbours(application: Application) {
  const [query] = useSearchParams()
  const { data } = useApplicationPages(filterOf(readList(query)))
  const key = homeKey(application)
  const same = (data?.pages.flatMap(({ rows }) => rows) ?? []).filter((other) => homeKey(other) === key)
  const index = same.findIndex(({ id }) => id === application.id)
  return { index, count: same.length, previous: same[index - 1]?.id, next: index === -1 ? undefined : same[index + 1]?.id }
}

/** One application: checks and affordability lead, progress and decision stand at the right. */
export function Loaded({ application, onClose }: { application: Application; onClose: () => void }) {
  const format = useFormatter()
  const [deciding, setDeciding] = useState<ApplicationStatus | 'any'>()
  const { index, count, previous, next } = useNeighbours(application)
  const [isErasing, setErasing] = useState(false)
  const isOwner = useUser().organisation?.grade === 'Owner'
  useArrows(previous, next, deciding === undefined && !isErasing)
  const isWithdrawn = application.withdrawnAt !== null
  // Once it is decided, what leads into the home is what there is to do.
  const moveIn = !isWithdrawn && application.status !== 'Rejected' && <MoveIn application={application} onApprove={() => setDeciding('Approved')} />
  return (
    <>
      <DetailDialog
        eyebrow={texts.eyebrow(applicationNumber(application.id))}
        title={application.tenantName}
        under={
          <>
            {homeName(application)}, {application.propertyAddress}
            {application.homeRent !== null && `, ${applications.rentOf(format.money(application.homeRent))}`}
            <ApplicationBadge status={application.status} isWithdrawn={isWithdrawn} />
          </>
        }
        picture={
          <Picture>
            <Initials name={application.tenantName} size={64} />
          </Picture>
        }
        actions={
          <>
            {count > 1 && index !== -1 && (
              <Place>
                <span role="status">{texts.place(index + 1, count)}</span>
                <Step id={previous} label={texts.previous} icon={ChevronLeft} />
                <Step id={next} label={texts.next} icon={ChevronRight} />
              </Place>
            )}
            <Writers>
              <Button variant="contained" disabled={isWithdrawn} onClick={() => setDeciding('any')} startIcon={<FilePenLine size={16} strokeWidth={1.75} />}>
                {applications.updateStatus}
              </Button>
            </Writers>
            {isOwner && <RowMenu label={texts.more(application.tenantName)} acts={[{ name: texts.erase, onSelect: () => setErasing(true), isDanger: true }]} />}
          </>
        }
        onClose={onClose}
      >
        <Columns>
          <Column>
            <Checks application={application} />
            <RightToRent application={application} />
            <Affordability application={application} />
            <Notices application={application} />
            <Documents application={application} />
            <History application={application} />
            <Messages applicationId={application.id} />
          </Column>
          <Column>
            {application.status === 'Approved' && moveIn}
            <Progress application={application} />
            <Decision application={application} others={count - 1} onDecide={setDeciding} />
            {application.status !== 'Approved' && moveIn}
            <HoldingSection application={application} />
            <Notes application={application} />
            <ApplicantFacts application={application} />
          </Column>
        </Columns>
      </DetailDialog>
      {isErasing && <EraseQuestion application={application} onErased={onClose} onKeep={() => setErasing(false)} />}
      {deciding !== undefined && (
        <Suspense>
          <UpdateStatusDialog application={application} {...(deciding !== 'any' && { initial: deciding })} onClose={() => setDeciding(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Asks before an application goes for good. */
function EraseQuestion({ application: { id, tenantName }, onErased, onKeep }: { application: Application; onErased: () => void; onKeep: () => void }) {
  const erase = useErase()
  const go = () =>
    erase.mutate(id, {
      onSuccess: () => {
        toasts.success(texts.erased)
        onErased()
      },
      onError: (error) => {
        toasts.failure(texts.eraseFailed, userMessage(error, texts.tryAgain))
        onKeep()
      },
    })
  return (
    <ConfirmDialog
      title={texts.eraseQuestion}
      text={texts.eraseText(tenantName)}
      confirm={texts.erase}
      cancel={texts.eraseKeep}
      isPending={erase.isPending}
      onConfirm={go}
      onCancel={onKeep}
    />
  )
}

/** Leads to another application of the home; the dialog stays one entry of the history. */
function Step({ id, label, icon: Icon }: { id: number | undefined; label: string; icon: typeof ChevronLeft }) {
  const address = useDetailsAddress(id ?? 0)
  const look = { minWidth: 36, padding: '7px 8px !important' }
  const content = (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      <Hidden>{label}</Hidden>
    </>
  )
  if (id === undefined) {
    return (
      <Button disabled sx={look}>
        {content}
      </Button>
    )
  }
  return (
    <Button component={Link} replace to={address} sx={look}>
      {content}
    </Button>
  )
}

/** The arrow keys do the same, where nothing is being typed or scrolled by them. */
function useArrows(previous: number | undefined, next: number | undefined, isOn: boolean): void {
  const navigate = useNavigate()
  const [back, on] = [useDetailsAddress(previous ?? 0), useDetailsAddress(next ?? 0)]
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, summary') !== null
      if (isTyping || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.key === 'ArrowLeft' && previous !== undefined) void navigate(back, { replace: true })
      if (event.key === 'ArrowRight' && next !== undefined) void navigate(on, { replace: true })
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

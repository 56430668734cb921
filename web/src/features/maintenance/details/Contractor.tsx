import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import { userMessage } from '@/api/errors'
import type { MaintenanceRequest } from '@/api/maintenance'
import { useMayWrite, Writers } from '@/api/session'
import { instantText } from '@/lib/instant'
import { isOpenRequest } from '@/lib/maintenance'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { PhoneLink } from '@/ui/Contact'
import { Field } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { Entry, Ledger } from '@/ui/Ledger'
import { toasts } from '@/ui/toast/toasts'
import { details as texts } from '../messages'
import { useCancelVisit, useContractors } from '../queries'
import { JobPart } from './JobPart'
import { Acts, Note, Section } from './Section'
import { useUpdate } from './useUpdate'

const VisitDialog = lazy(async () => ({ default: (await import('../forms/VisitDialog')).VisitDialog }))

/** Shows who repairs it, and when they come. */
export function Contractor({ request }: { request: MaintenanceRequest }) {
  const mayWrite = useMayWrite()
  const { update, isPending } = useUpdate(request)
  const contractors = useContractors().data ?? []
  const { contractorId, contractorName, contractorPhone } = request
  const chosen = contractors.find(({ id }) => id === contractorId)
  return (
    <Section title={texts.contractor} aside={<Link to={paths.contractors}>{texts.directory}</Link>}>
      <Field label={texts.firm} below={chosen === undefined || chosen.registration === null ? undefined : <Note>{chosen.registration}</Note>}>
        {(control) => (
          <Select
            {...control}
            disabled={!mayWrite || isPending}
            value={contractorId ?? ''}
            onChange={({ target }) => void update({ contractorId: target.value === '' ? null : Number(target.value) }, texts.updatedTexts.contractor)}
          >
            <option value="">{texts.noContractor}</option>
            {/* One who has left the directory keeps the name. */}
            {contractorId !== null && chosen === undefined && <option value={contractorId}>{contractorName}</option>}
            {contractors.map(({ id, name, trade }) => (
              <option key={id} value={id}>
                {name}, {trade}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Ledger sx={{ marginTop: '8px' }}>
        {contractorPhone !== null && (
          <Entry label={texts.phone}>
            <PhoneLink phone={contractorPhone} whose={contractorName ?? ''} />
          </Entry>
        )}
        <VisitEntry request={request} />
      </Ledger>
      {isOpenRequest(request) && (
        <Writers>
          <VisitActs request={request} />
        </Writers>
      )}
      <JobPart request={request} contractor={chosen} />
    </Section>
  )
}

/** Shows when somebody comes, and that those who live there were told. */
export function VisitEntry({ request: { visit } }: { request: Pick<MaintenanceRequest, 'visit'> }) {
  const format = useFormatter()
  if (visit === null) return <Entry label={texts.visit}>{texts.noVisit}</Entry>
  const { visitDate, startTime, endTime, notes, noticeAt } = visit
  return (
    <Entry
      label={texts.visit}
      below={
        <span style={{ display: 'block' }}>
          {noticeAt !== null && texts.noticeGiven(instantText(format, noticeAt))} {notes}
        </span>
      }
    >
      {texts.visitText(format.listDate(visitDate), startTime, endTime)}
    </Entry>
  )
}

function VisitActs({ request }: { request: MaintenanceRequest }) {
  const [dialog, setDialog] = useState<'book' | 'cancel'>()
  const { mutate, isPending } = useCancelVisit()
  const callOff = () => {
    mutate(request, {
      onSuccess: () => toasts.success(texts.calledOff),
      onError: (error) => toasts.failure(common.error, userMessage(error, texts.failedText)),
      onSettled: () => setDialog(undefined),
    })
  }
  return (
    <Acts>
      <Button onClick={() => setDialog('book')}>{request.visit === null ? texts.bookVisit : texts.changeVisit}</Button>
      {request.visit !== null && (
        <Button variant="text" onClick={() => setDialog('cancel')}>
          {texts.callOff}
        </Button>
      )}
      <Suspense>{dialog === 'book' && <VisitDialog request={request} onClose={() => setDialog(undefined)} />}</Suspense>
      {dialog === 'cancel' && (
        <ConfirmDialog
          title={texts.callOffTitle}
          text={texts.callOffText}
          confirm={texts.callOff}
          cancel={texts.keepVisit}
          isPending={isPending}
          onConfirm={callOff}
          onCancel={() => setDialog(undefined)}
        />
      )}
    </Acts>
  )
}

import { styled } from '@mui/material/styles'
import { useMayWrite } from '@/api/session'
import type { MaintenanceRequest } from '@/api/maintenance'
import { nextStatuses, priorities, type Priority, type RequestStatus } from '@/lib/maintenance'
import { media } from '@/theme/tokens'
import { Check } from '@/ui/form/Check'
import { Field } from '@/ui/form/Field'
import { Select } from '@/ui/form/Select'
import { details as texts } from '../messages'
import { useMembers } from '../queries'
import type { StatusMail } from './useStatusMail'
import { useUpdate } from './useUpdate'

const Whole = styled('div')({ display: 'grid', gap: 14 })
const Beside = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 12, [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)' } })

interface WorkProps {
  request: MaintenanceRequest
  statusMail: StatusMail
  /** Called for an act that asks first: completing, and calling off. */
  onAsk: (what: 'complete' | 'cancel') => void
}

/** Edits the state of the request, its priority, and who is responsible: each choice acts at once. */
export function Work({ request, statusMail, onAsk }: WorkProps) {
  const mayWrite = useMayWrite()
  const { update, isPending } = useUpdate(request)
  const members = useMembers().data ?? []
  const { status, priority, emergency, assigneeUserId } = request
  const isOff = !mayWrite || isPending
  const setStatus = (to: RequestStatus) => {
    if (to === 'Completed') onAsk('complete')
    else if (to === 'Cancelled') onAsk('cancel')
    else if (to !== status) void update({ status: to, ...statusMail.chosen }, texts.updatedTexts.status(to))
  }
  const isKnown = assigneeUserId === null || members.some((member) => member.id === assigneeUserId)
  return (
    <Whole>
      <Beside>
        <Field label={texts.status}>
          {(control) => (
            <Select {...control} disabled={isOff} value={status} onChange={({ target }) => setStatus(target.value as RequestStatus)}>
              {[status, ...nextStatuses[status]].map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={texts.priority}>
          {(control) => (
            <Select {...control} disabled={isOff} value={priority} onChange={({ target }) => void update({ priority: target.value as Priority }, texts.updatedTexts.priority(target.value))}>
              {priorities.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          )}
        </Field>
      </Beside>
      {mayWrite && statusMail.tick !== null && (
        <div role="group" aria-label={texts.statusEmail}>
          {statusMail.tick}
        </div>
      )}
      <Check>
        <input type="checkbox" disabled={isOff} checked={emergency} onChange={({ target }) => void update({ emergency: target.checked }, texts.updatedTexts.emergency)} />
        {texts.emergency}
      </Check>
      <Field label={texts.assignee}>
        {(control) => (
          <Select
            {...control}
            disabled={isOff}
            value={assigneeUserId ?? ''}
            onChange={({ target }) => void update({ assigneeUserId: target.value === '' ? null : Number(target.value) }, texts.updatedTexts.assignee)}
          >
            <option value="">{texts.nobody}</option>
            {!isKnown && <option value={assigneeUserId}>{texts.yourTeam}</option>}
            {members.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Whole>
  )
}

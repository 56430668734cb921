import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import { shortCause, userMessage } from '@/api/errors'
import type { Schema } from '@/api/client'
import { tokenStore } from '@/api/token'
import { londonDay } from '@/lib/civilDate'
import { media } from '@/theme/tokens'
import { Badge } from '@/ui/Badge'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Select } from '@/ui/form/Select'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { grades, members as texts } from '../messages'
import { useChangeGrade, useMembers, useOrganisation, useRemove } from '../queries'

const Controls = styled('div')({ display: 'flex', flex: 'none', gap: 10, alignItems: 'center', '& > div': { width: 128 }, [media.mobile]: { '& > div': { flex: 1 } } })

/** Lists the members of the organisation, with what they may do. */
export function MemberList({ isOwner }: { isOwner: boolean }) {
  const { data, error, refetch } = useMembers()
  const owners = data?.filter(({ grade }) => grade === 'Owner').length ?? 0
  return (
    <Panel title={texts.list}>
      {data === undefined && (
        <div style={{ padding: 16 }}>
          {error === null ? <Skeleton width="60%" height={36} /> : <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
        </div>
      )}
      {data?.map((member) => (
        <Row key={member.id} member={member} isOwner={isOwner} isLastOwner={member.grade === 'Owner' && owners === 1} />
      ))}
    </Panel>
  )
}

function Row({ member, isOwner, isLastOwner }: { member: Schema<'Member'>; isOwner: boolean; isLastOwner: boolean }) {
  const { id, name, email, grade, joinedAt, you } = member
  const format = useFormatter()
  const [isAsking, setAsking] = useState(false)
  const change = useChangeGrade()
  const onError = (error: unknown) => toasts.failure(texts.failed, userMessage(error, texts.failedText))
  const choose = (chosen: Schema<'Grade'>) =>
    change.mutate({ id, grade: chosen }, { onSuccess: () => toasts.success(texts.changed, texts.changedText(name, chosen)), onError })
  return (
    <SettingRow
      label={you ? `${name} (${texts.you})` : name}
      hint={
        <>
          <p style={{ overflowWrap: 'anywhere' }}>{email}</p>
          <p>{isOwner && isLastOwner ? texts.lastOwner : texts.joined(format.longDate(londonDay(new Date(joinedAt))))}</p>
        </>
      }
      isWide
    >
      <Controls>
        {isOwner ? (
          <Select
            aria-label={texts.gradeOf(name)}
            value={grade}
            disabled={isLastOwner || change.isPending}
            onChange={({ target }) => choose(target.value as Schema<'Grade'>)}
          >
            {Object.keys(grades).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        ) : (
          <Badge tone="neutral" icon={UserRound}>
            {grade}
          </Badge>
        )}
        {(isOwner || you) && (
          <Button aria-label={you ? undefined : texts.removeOf(name)} disabled={isLastOwner} onClick={() => setAsking(true)}>
            {you ? texts.leave : texts.remove}
          </Button>
        )}
      </Controls>
      {isAsking && <Goodbye member={member} onClose={() => setAsking(false)} />}
    </SettingRow>
  )
}

function Goodbye({ member: { id, name, you }, onClose }: { member: Schema<'Member'>; onClose: () => void }) {
  const organisation = useOrganisation().data?.name ?? ''
  const { mutate, isPending } = useRemove()
  const confirm = () =>
    mutate(id, {
      onSuccess: () => {
        toasts.success(you ? texts.left : texts.removed, you ? organisation : name)
        // A member who has left is signed out everywhere; here at once.
        if (you) tokenStore.set(null)
        onClose()
      },
      onError: (error) => {
        toasts.failure(texts.failed, userMessage(error, texts.failedText))
        onClose()
      },
    })
  return (
    <ConfirmDialog
      title={you ? texts.leaveTitle(organisation) : texts.removeTitle(name)}
      text={you ? texts.leaveText : texts.removeText}
      confirm={you ? texts.leave : texts.remove}
      cancel={texts.keep}
      isPending={isPending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  )
}

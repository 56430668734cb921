import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import { shortCause, userMessage } from '@/api/errors'
import type { Schema } from '@/api/client'
import { londonDay } from '@/lib/civilDate'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { toasts } from '@/ui/toast/toasts'
import { invitations as texts, members } from '../messages'
import { useInvitations, useResendInvitation, useRevoke } from '../queries'
import { InviteDialog } from './InviteDialog'

const Controls = styled('div')({ display: 'flex', flex: 'none', gap: 10 })

/** The invitations that nobody has followed yet, and the way to another. */
export function Invitations() {
  const { data, error, refetch } = useInvitations(true)
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title={texts.title}
      aside={
        <Button onClick={() => setOpen(true)} startIcon={<UserPlus size={15} strokeWidth={1.75} aria-hidden="true" />}>
          {texts.invite}
        </Button>
      }
    >
      {data === undefined && error !== null && (
        <div style={{ padding: 16 }}>
          <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {data?.length === 0 && <SettingRow label={texts.none} />}
      {data?.map((invitation) => (
        <Row key={invitation.id} invitation={invitation} />
      ))}
      {isOpen && <InviteDialog onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function Row({ invitation: { id, email, grade, invitedBy, expiresAt, state } }: { invitation: Schema<'Invitation'> }) {
  const format = useFormatter()
  const day = format.longDate(londonDay(new Date(expiresAt)))
  const [isAsking, setAsking] = useState(false)
  const resend = useResendInvitation()
  const revoke = useRevoke()
  const onError = (error: unknown) => toasts.failure(texts.failed, userMessage(error, texts.failedText))
  const takeBack = () => revoke.mutate(id, { onSuccess: () => toasts.success(texts.revoked, email), onError, onSettled: () => setAsking(false) })
  return (
    <SettingRow
      label={email}
      hint={
        <>
          <p>{texts.line(grade, invitedBy)}</p>
          <p>{state === 'Expired' ? texts.expired(day) : texts.until(day)}</p>
        </>
      }
      isWide
    >
      <Controls>
        <Button
          aria-label={texts.resendTo(email)}
          loading={resend.isPending}
          // Sending it twice is meant: the time makes it another wish.
          onClick={() => resend.mutate({ id, at: Date.now() }, { onSuccess: () => toasts.success(texts.sent, texts.sentText(email)), onError })}
        >
          {texts.resend}
        </Button>
        <Button aria-label={texts.revokeOf(email)} onClick={() => setAsking(true)}>
          {texts.revoke}
        </Button>
      </Controls>
      {isAsking && (
        <ConfirmDialog
          title={texts.revokeTitle(email)}
          text={texts.revokeText}
          confirm={texts.revoke}
          cancel={members.keep}
          isPending={revoke.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={takeBack}
        />
      )}
    </SettingRow>
  )
}

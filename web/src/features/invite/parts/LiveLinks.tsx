import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormatter } from '@/api/account'
import { shortCause, userMessage } from '@/api/errors'
import type { Invite } from '@/api/invites'
import { Writers } from '@/api/session'
import { londonDay } from '@/lib/civilDate'
import { propertyPath } from '@/lib/paths'
import { color, media, type } from '@/theme/tokens'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { invite as texts } from '../messages'
import { daysLeft, homeOf, nearEnd, whomOf } from '../model'
import { useInvites, useRevokeInvite } from '../queries'
import { Quiet } from './layout'

const Pad = styled('div')({ padding: '16px 20px', [media.mobile]: { paddingInline: 16 } })
const Note = styled('p')({ ...type.small, color: color.muted })
const columns = 'minmax(0, 1.5fr) minmax(0, 1.4fr) minmax(0, 1fr) minmax(0, 0.9fr) 92px'
const Heads = styled('div')({
  ...type.small,
  display: 'grid',
  gridTemplateColumns: columns,
  gap: 16,
  padding: '10px 20px',
  color: color.muted,
  backgroundColor: color.sunken,
  borderBottom: `1px solid ${color.line}`,
  [media.mobile]: { display: 'none' },
})
const Row = styled('li')({
  ...type.body,
  display: 'grid',
  gridTemplateColumns: columns,
  alignItems: 'center',
  gap: '4px 16px',
  minHeight: 62,
  boxSizing: 'border-box',
  padding: '10px 20px',
  '& + &': { borderTop: `1px solid ${color.line}` },
  [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)', padding: '14px 16px' },
})
const Home = styled(Link)({ fontWeight: 580, overflowWrap: 'anywhere', [media.mobile]: { display: 'inline-flex', alignItems: 'center', minHeight: 44, marginBlock: -11 } })
const Line = styled('span')({ ...type.small, display: 'block', color: color.muted, overflowWrap: 'anywhere' })
const Act = styled('div')({ justifySelf: 'end', [media.mobile]: { justifySelf: 'stretch', display: 'grid', marginTop: 8 } })
const Foot = styled('div')({ padding: '12px 20px', borderTop: `1px solid ${color.line}`, [media.mobile]: { paddingInline: 16 } })

/** The number shown before more are asked for. */
const few = 50

/** The links that work, by whom they were used, and what ends them. A link cannot be shown again. */
export function LiveLinks({ onRevoked }: { onRevoked: (id: number) => void }) {
  const { data, error, refetch } = useInvites()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? data : data?.slice(0, few)
  return (
    <Panel title={texts.live} aside={data !== undefined && data.length > 0 && <Note>{texts.liveNote(data.length)}</Note>}>
      {data === undefined && error !== null && (
        <Pad>
          <LoadFailed what={texts.live} cause={shortCause(error)} onRetry={() => void refetch()} />
        </Pad>
      )}
      {data === undefined && error === null && (
        <Pad aria-busy="true" sx={{ display: 'grid', gap: '18px' }}>
          <Skeleton width="70%" />
          <Skeleton width="55%" />
        </Pad>
      )}
      {data?.length === 0 && (
        <Pad>
          <Quiet>{texts.noLive}</Quiet>
        </Pad>
      )}
      {shown !== undefined && shown.length > 0 && (
        <>
          {/* On the rows themselves each cell says what it is. */}
          <Heads aria-hidden="true">
            <span>{texts.home}</span>
            <span>{texts.for}</span>
            <span>{texts.used}</span>
            <span>{texts.expires}</span>
          </Heads>
          <ul>
            {shown.map((each) => (
              <InviteRow key={each.id} invite={each} onRevoked={() => onRevoked(each.id)} />
            ))}
          </ul>
        </>
      )}
      {data !== undefined && data.length > few && !isWhole && (
        <Foot>
          <Button onClick={() => setWhole(true)}>{texts.showAll(data.length)}</Button>
        </Foot>
      )}
    </Panel>
  )
}

function InviteRow({ invite, onRevoked }: { invite: Invite; onRevoked: () => void }) {
  const format = useFormatter()
  const [isAsking, setAsking] = useState(false)
  const day = (instant: string) => format.date(londonDay(new Date(instant)))
  const left = daysLeft(invite, new Date())
  const { propertyId, propertyAddress, email, createdAt, lastUsedAt, applications, expiresAt } = invite
  return (
    <Row>
      <div>
        <Home to={propertyPath(propertyId)}>{homeOf(invite)}</Home>
        <Line>{propertyAddress}</Line>
      </div>
      <div>
        {whomOf(invite)}
        {email !== null && email !== whomOf(invite) && <Line>{email}</Line>}
        <Line>{texts.made(day(createdAt))}</Line>
      </div>
      <div>
        {applications > 0 ? texts.applications(applications) : lastUsedAt === null ? texts.notUsed : texts.applications(0)}
        {lastUsedAt !== null && <Line>{texts.opened(day(lastUsedAt))}</Line>}
      </div>
      <div>
        {texts.expiresOn(day(expiresAt))}
        <Line sx={left <= nearEnd ? { color: color.warning, fontWeight: 540 } : {}}>{texts.daysLeft(left)}</Line>
      </div>
      <Writers>
        <Act>
          <Button aria-label={texts.revokeOf(homeOf(invite), whomOf(invite))} onClick={() => setAsking(true)}>
            {texts.revoke}
          </Button>
        </Act>
      </Writers>
      {isAsking && <RevokeQuestion invite={invite} onRevoked={onRevoked} onClose={() => setAsking(false)} />}
    </Row>
  )
}

function RevokeQuestion({ invite, onRevoked, onClose }: { invite: Invite; onRevoked: () => void; onClose: () => void }) {
  const { mutate, isPending } = useRevokeInvite()
  const revoke = () =>
    mutate(invite.id, {
      onSuccess: () => {
        toasts.success(texts.revoked, homeOf(invite))
        onRevoked()
      },
      onError: (error) => toasts.failure(texts.revokeFailed, userMessage(error, texts.revokeFailedText)),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      title={texts.revokeTitle(homeOf(invite))}
      text={texts.revokeText}
      confirm={texts.revoke}
      cancel={texts.keep}
      isPending={isPending}
      onConfirm={revoke}
      onCancel={onClose}
    />
  )
}

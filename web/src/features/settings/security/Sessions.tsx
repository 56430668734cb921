import Button from '@mui/material/Button'
import { Monitor } from 'lucide-react'
import { shortCause, userMessage } from '@/api/errors'
import { useFormatter } from '@/api/account'
import type { Schema } from '@/api/client'
import { count } from '@/lib/format'
import { instantText } from '@/lib/instant'
import { Badge } from '@/ui/Badge'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { sessions as texts } from './messages'
import { useEndOthers, useEndSession, useSessions } from './queries'

/** Lists where the account is signed in, and offers to end each. */
export function Sessions() {
  const { data, error, refetch } = useSessions()
  const endOthers = useEndOthers()
  const hasOthers = data?.some(({ current }) => !current) === true
  const onError = (cause: unknown) => toasts.failure(texts.failed, userMessage(cause, texts.failedText))
  return (
    <Panel
      title={texts.title}
      aside={
        hasOthers && (
          <Button
            loading={endOthers.isPending}
            onClick={() =>
              endOthers.mutate(Date.now(), {
                onSuccess: (ended) => toasts.success(texts.othersEnded, texts.othersEndedText(count(ended, texts.one, texts.many))),
                onError,
              })
            }
          >
            {texts.endOthers}
          </Button>
        )
      }
    >
      {data === undefined && (
        <div style={{ padding: 16 }}>
          {error === null ? <Skeleton width="60%" height={36} /> : <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
        </div>
      )}
      {data?.map((session) => (
        <Device key={session.id} session={session} onError={onError} />
      ))}
    </Panel>
  )
}

function Device({ session, onError }: { session: Schema<'Session'>; onError: (error: unknown) => void }) {
  const { id, device, address, createdAt, lastUsedAt, current } = session
  const format = useFormatter()
  const end = useEndSession()
  const press = () => end.mutate(id, { onSuccess: () => toasts.success(texts.ended, device), onError })
  return (
    <SettingRow
      label={device}
      hint={
        <>
          <p>{texts.seen(instantText(format, createdAt), instantText(format, lastUsedAt))}</p>
          {address !== '' && <p>{texts.from(address)}</p>}
        </>
      }
      isWide
    >
      {current ? (
        <div>
          <Badge tone="success" icon={Monitor}>
            {texts.thisOne}
          </Badge>
        </div>
      ) : (
        <Button aria-label={texts.endOf(device)} loading={end.isPending} onClick={press}>
          {texts.end}
        </Button>
      )}
    </SettingRow>
  )
}

import Button from '@mui/material/Button'
import { shortCause } from '@/api/errors'
import { useFormatter } from '@/api/account'
import { instantText } from '@/lib/instant'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { Skeleton } from '@/ui/Skeleton'
import { log as texts } from './messages'
import { useSecurityLog } from './queries'

/** Lists the events of the account, newest first. */
export function SecurityLog() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useSecurityLog()
  const format = useFormatter()
  const events = data?.pages.flatMap(({ rows }) => rows)
  return (
    <Panel title={texts.title}>
      {events === undefined && (
        <div style={{ padding: 16 }}>
          {error === null ? <Skeleton width="60%" height={36} /> : <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
        </div>
      )}
      {events?.length === 0 && <SettingRow label={texts.empty} />}
      {events?.map(({ id, at, text, device, address }) => (
        <SettingRow
          key={id}
          label={text}
          hint={
            <>
              <p>{instantText(format, at)}</p>
              <p>{texts.from(device, address)}</p>
            </>
          }
        />
      ))}
      {hasNextPage && (
        <div style={{ padding: '12px 16px' }}>
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
    </Panel>
  )
}

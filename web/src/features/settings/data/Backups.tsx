import Button from '@mui/material/Button'
import { CircleAlert, Clock, DatabaseBackup, Download } from 'lucide-react'
import { useFormatter } from '@/api/account'
import { useBackups, useDownloadBackup, useStartBackup, type Backup } from '@/api/backups'
import { shortCause, userMessage } from '@/api/errors'
import { instantText } from '@/lib/instant'
import { Badge } from '@/ui/Badge'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { backups as texts } from './messages'
import { sizeText } from './model'

/** The last backups of the organisation's data, and one more now. */
export function Backups() {
  const { data, error, refetch } = useBackups()
  const start = useStartBackup()
  const isRunning = data?.some(({ state }) => state === 'running') === true
  const begin = () =>
    start.mutate(undefined, {
      onSuccess: () => toasts.success(texts.started, texts.startedText),
      onError: (cause) => toasts.failure(texts.startFailed, userMessage(cause, texts.tryAgain)),
    })
  return (
    <Panel
      title={texts.title}
      aside={
        <Button loading={start.isPending} disabled={isRunning} onClick={begin} startIcon={<DatabaseBackup size={15} strokeWidth={1.75} aria-hidden="true" />}>
          {texts.now}
        </Button>
      }
    >
      {data === undefined && (
        <div style={{ padding: 16 }}>
          {error === null ? <Skeleton width="60%" height={36} /> : <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
        </div>
      )}
      {data?.length === 0 && <SettingRow label={texts.none} hint={texts.noneText} />}
      {data?.map((backup) => (
        <Row key={backup.id} backup={backup} />
      ))}
    </Panel>
  )
}

function Row({ backup }: { backup: Backup }) {
  const format = useFormatter()
  const download = useDownloadBackup()
  const { state, createdAt, sizeBytes } = backup
  const when = instantText(format, createdAt)
  const save = () => download.mutate(backup, { onError: (cause) => toasts.failure(texts.downloadFailed, userMessage(cause, texts.tryAgain)) })
  return (
    <SettingRow label={when} hint={<span role="status">{state === 'ready' ? sizeText(sizeBytes) : texts.about[state]}</span>}>
      {state === 'ready' ? (
        <Button aria-label={texts.downloadOf(when)} loading={download.isPending} onClick={save} startIcon={<Download size={15} strokeWidth={1.75} aria-hidden="true" />}>
          {texts.download}
        </Button>
      ) : (
        <Badge tone={state === 'running' ? 'accent' : 'danger'} icon={state === 'running' ? Clock : CircleAlert}>
          {texts.states[state]}
        </Badge>
      )}
    </SettingRow>
  )
}

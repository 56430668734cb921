import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { BellRing } from 'lucide-react'
import { shortCause, userMessage } from '@/api/errors'
import { useFormatter } from '@/api/account'
import type { Schema } from '@/api/client'
import { instantText } from '@/lib/instant'
import { Badge } from '@/ui/Badge'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { Skeleton } from '@/ui/Skeleton'
import { toasts } from '@/ui/toast/toasts'
import { browsers as texts } from './messages'
import { useBrowsers, useRemoveBrowser } from './queries'

const Inset = styled('div')({ padding: 16 })

/** The browsers that show this account's news while Lintel is closed, and the end of each. */
export function Browsers() {
  const { data, error, refetch } = useBrowsers()
  return (
    <Panel title={texts.title}>
      {data === undefined && (
        <Inset>
          {error === null ? <Skeleton width="60%" height={36} /> : <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
        </Inset>
      )}
      {data?.length === 0 && <SettingRow label={texts.none} hint={texts.noneText} />}
      {data?.map((browser) => (
        <Browser key={browser.id} browser={browser} />
      ))}
    </Panel>
  )
}

function Browser({ browser: { id, device, createdAt, current } }: { browser: Schema<'PushSubscription'> }) {
  const format = useFormatter()
  const remove = useRemoveBrowser()
  const press = () =>
    remove.mutate(id, {
      onSuccess: () => toasts.success(texts.removed, device),
      onError: (cause) => toasts.failure(texts.failed, userMessage(cause, texts.failedText)),
    })
  return (
    <SettingRow
      label={device}
      hint={
        <>
          <p>{texts.since(instantText(format, createdAt))}</p>
          {current && (
            <Badge tone="success" icon={BellRing}>
              {texts.thisOne}
            </Badge>
          )}
        </>
      }
      isWide
    >
      <Button aria-label={texts.removeOf(device)} loading={remove.isPending} onClick={press}>
        {texts.remove}
      </Button>
    </SettingRow>
  )
}

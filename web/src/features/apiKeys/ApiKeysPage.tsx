import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import { shortCause, userMessage } from '@/api/errors'
import type { Schema } from '@/api/client'
import { useUser } from '@/api/session'
import { londonDay } from '@/lib/civilDate'
import { instantText } from '@/lib/instant'
import { paths } from '@/lib/paths'
import { color } from '@/theme/tokens'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { LoadFailed } from '@/ui/LoadFailed'
import { Panel } from '@/ui/Panel'
import { SettingRow } from '@/ui/SettingRow'
import { SubPage } from '@/ui/SubPage'
import { toasts } from '@/ui/toast/toasts'
import { MakeKeyDialog } from './MakeKeyDialog'
import { keys as texts } from './messages'
import { abilitiesOf } from './model'
import { useKeys, useRevokeKey } from './queries'

/** /settings/api-keys */
export function Component() {
  const isOwner = useUser().organisation?.grade === 'Owner'
  return (
    <SubPage title={texts.title} subtitle={texts.subtitle} parent={{ path: paths.settings, name: texts.back }}>
      {isOwner ? <Keys /> : <p>{texts.ownersOnly}</p>}
    </SubPage>
  )
}

function Keys() {
  const { data, error, refetch } = useKeys()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Panel
        title={texts.list}
        aside={
          <Button onClick={() => setOpen(true)} startIcon={<KeyRound size={15} strokeWidth={1.75} aria-hidden="true" />}>
            {texts.make}
          </Button>
        }
      >
        {data === undefined && error !== null && (
          <div style={{ padding: 16 }}>
            <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />
          </div>
        )}
        {data?.length === 0 && <SettingRow label={texts.none} />}
        {data?.map((key) => (
          <Row key={key.id} apiKey={key} />
        ))}
      </Panel>
      {isOpen && <MakeKeyDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const Facts = styled('p')({ display: 'flex', flexWrap: 'wrap', columnGap: 12 })
const May = styled('ul')({ margin: '4px 0', paddingLeft: 16, listStyle: 'disc', color: color.ink })

function Row({ apiKey: { id, name, prefix, scopes, createdAt, createdBy, lastUsedAt, expiresAt } }: { apiKey: Schema<'ApiKey'> }) {
  const format = useFormatter()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useRevokeKey()
  const day = (instant: string) => format.longDate(londonDay(new Date(instant)))
  const end = (instant: string) => (new Date(instant) > new Date() ? texts.until : texts.over)(day(instant))
  const revoke = () =>
    mutate(id, {
      onSuccess: () => toasts.success(texts.revoked, name),
      onError: (error) => toasts.failure(texts.failed, userMessage(error, texts.failedText)),
      onSettled: () => setAsking(false),
    })
  return (
    <SettingRow
      label={name}
      hint={
        <>
          <Facts>
            <span>{texts.begins(prefix)}</span>
            <span>{texts.made(day(createdAt), createdBy)}</span>
          </Facts>
          <May aria-label={texts.may(name)}>
            {abilitiesOf(scopes).map((ability) => (
              <li key={ability}>{ability}</li>
            ))}
          </May>
          <Facts>
            <span>{lastUsedAt === null ? texts.unused : texts.used(instantText(format, lastUsedAt))}</span>
            {expiresAt !== null && <span>{end(expiresAt)}</span>}
          </Facts>
        </>
      }
      isWide
    >
      <Button aria-label={texts.revokeOf(name)} onClick={() => setAsking(true)}>
        {texts.revoke}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.revokeTitle(name)}
          text={texts.revokeText}
          confirm={texts.revoke}
          cancel={texts.keep}
          isPending={isPending}
          onConfirm={revoke}
          onCancel={() => setAsking(false)}
        />
      )}
    </SettingRow>
  )
}

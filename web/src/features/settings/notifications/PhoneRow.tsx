import Button from '@mui/material/Button'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { shortCause, userMessage } from '@/api/errors'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/Badge'
import { LoadFailed } from '@/ui/LoadFailed'
import { SettingRow } from '@/ui/SettingRow'
import { toasts } from '@/ui/toast/toasts'
import { phone as texts } from '../messages'
import { usePhone, useSendPhoneCode } from '../queries'
import { PhoneDialog } from './PhoneDialog'

/** Asks for the number for text messages: they go to no number that its owner has not shown to be theirs. */
export function PhoneRow() {
  const { data, error, refetch } = usePhone()
  const send = useSendPhoneCode()
  const [sentTo, setSentTo] = useState<string>()
  if (data === undefined) {
    return error === null ? (
      <SettingRow label={texts.label} />
    ) : (
      <div style={{ padding: 16 }}>
        <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />
      </div>
    )
  }
  const { endsWith, verified } = data
  if (endsWith === '') {
    return (
      <SettingRow label={texts.label} hint={texts.none} isWide>
        <Button component={Link} to={paths.settingsProfile}>
          {texts.profile}
        </Button>
      </SettingRow>
    )
  }
  const press = () =>
    send.mutate(undefined, {
      onSuccess: setSentTo,
      onError: (cause) => toasts.failure(texts.sendFailed, userMessage(cause, texts.tryAgain)),
    })
  return (
    <>
      <SettingRow label={texts.label} hint={verified ? texts.verified(endsWith) : texts.unverified(endsWith)} isWide>
        {verified ? (
          <div>
            <Badge tone="success" icon={BadgeCheck}>
              {texts.badge}
            </Badge>
          </div>
        ) : (
          <Button loading={send.isPending} onClick={press}>
            {texts.verify}
          </Button>
        )}
      </SettingRow>
      {sentTo !== undefined && <PhoneDialog sentTo={sentTo} onAgain={press} onClose={() => setSentTo(undefined)} />}
    </>
  )
}

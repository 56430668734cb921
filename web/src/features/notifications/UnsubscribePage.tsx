import Button from '@mui/material/Button'
import { Link, useSearchParams } from 'react-router'
import { isRefusal, userMessage } from '@/api/errors'
import { useUnsubscribe } from '@/api/notifications'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { LinkPage } from '@/ui/LinkPage'
import { toasts } from '@/ui/toast/toasts'
import { useLinkToken } from '@/ui/useLinkToken'
import { unsubscribe as texts } from './messages'
import { useUnsubscribeLink } from './queries'

/** /unsubscribe?token=…: a button, so that a mail scanner that follows the link changes nothing. */
export function Component() {
  const [query] = useSearchParams()
  const token = useLinkToken(query.get('token'), paths.unsubscribe)
  const { data, error, refetch } = useUnsubscribeLink(token)
  const stop = useUnsubscribe()
  if (token === '' || isRefusal(error, 'LINK_INVALID') || isRefusal(stop.error, 'LINK_INVALID')) {
    return (
      <LinkPage title={texts.dead} lead={<span role="alert">{texts.deadText}</span>}>
        <ToSettings />
      </LinkPage>
    )
  }
  if (stop.isSuccess) {
    return (
      <LinkPage title={texts.done} lead={<span role="status">{texts.doneText(stop.data?.setting ?? data?.setting ?? '')}</span>}>
        <p>{texts.undo}</p>
        <ToSettings />
      </LinkPage>
    )
  }
  if (data !== undefined) {
    const press = () => stop.mutate(token, { onError: (cause) => toasts.failure(texts.failed, userMessage(cause, texts.failedText)) })
    return (
      <LinkPage title={texts.title} lead={texts.lead(data.setting)}>
        <p>{texts.stays}</p>
        <div>
          <Button variant="contained" size="large" loading={stop.isPending} onClick={press}>
            {texts.stop}
          </Button>
        </div>
      </LinkPage>
    )
  }
  if (error !== null) {
    return (
      <LinkPage title={common.couldNotLoad(texts.loading)} lead={<span role="alert">{userMessage(error, texts.failedText)}</span>}>
        <div>
          <Button variant="contained" size="large" onClick={() => void refetch()}>
            {common.retry}
          </Button>
        </div>
      </LinkPage>
    )
  }
  return <LinkPage title={texts.loading} lead={<span role="status">{texts.loadingText}</span>} />
}

function ToSettings() {
  return (
    <div>
      <Button component={Link} to={paths.settingsNotifications} size="large">
        {texts.toSettings}
      </Button>
    </div>
  )
}

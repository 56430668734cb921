import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { meQuery } from '@/api/account'
import { isRefusal, specifiedMessage } from '@/api/errors'
import { useIdempotencyKey } from '@/api/useIdempotencyKey'
import { paths } from '@/lib/paths'
import { toasts } from '@/ui/toast/toasts'
import { confirmEmail as texts } from './confirmEmail.messages'
import { AuthPage } from './parts/AuthPage'
import { useMailedToken } from './parts/useMailedToken'
import { useConfirmEmail } from './queries'

/** /confirm-email?token=…: a button, so that a mail scanner that follows the link changes nothing. */
export function Component() {
  const token = useMailedToken()
  const { mutate, isPending, isSuccess, error } = useConfirmEmail()
  const keyFor = useIdempotencyKey()
  const cache = useQueryClient()
  if (isSuccess) {
    return (
      <AuthPage title={texts.success} lead={<span role="status">{texts.successText}</span>}>
        <Home />
      </AuthPage>
    )
  }
  if (token === '' || isRefusal(error, 'LINK_INVALID')) {
    return (
      <AuthPage
        title={texts.failed}
        lead={
          <span role="alert">
            {token === '' ? texts.noToken : texts.failedText} {texts.toSecurity}
          </span>
        }
      >
        <Home />
      </AuthPage>
    )
  }
  const confirm = () => {
    const body = { token }
    mutate(
      { body, params: { header: keyFor(body) } },
      {
        onSuccess: () => void cache.invalidateQueries({ queryKey: meQuery().queryKey }),
        onError: (cause) => toasts.failure(texts.failed, specifiedMessage(cause, texts.failedText)),
      },
    )
  }
  return (
    <AuthPage title={texts.title} lead={texts.lead}>
      <Button variant="contained" size="large" fullWidth loading={isPending} onClick={confirm}>
        {texts.submit}
      </Button>
    </AuthPage>
  )
}

function Home() {
  return (
    <Button component={Link} to={paths.home} variant="contained" size="large" fullWidth>
      {texts.continue}
    </Button>
  )
}

import Button from '@mui/material/Button'
import { Link, useLocation, useSearchParams } from 'react-router'
import { ApiError } from '@/api/errors'
import { useSession } from '@/api/session'
import { common } from '@/lib/messages'
import { paths, safeNext } from '@/lib/paths'
import { AuthPage, Form } from './parts/AuthPage'
import { ResendForm } from './parts/ResendForm'
import { useMailedToken } from './parts/useMailedToken'
import { useVerifyLink } from './queries'
import { verify } from './verify.messages'

/** /verify-email?token=…: follows the link as soon as it is shown. */
export function Component() {
  const token = useMailedToken()
  const { isSuccess, error, refetch } = useVerifyLink(token)
  if (isSuccess) return <Verified />
  if (token !== '' && error === null) return <AuthPage title={verify.loadingTitle} lead={<span role="status">{verify.loadingText}</span>} />
  const mayWorkLater = error !== null && !(error instanceof ApiError && error.status < 500)
  return (
    <AuthPage title={verify.failed} lead={<span role="alert">{token === '' ? verify.noToken : verify.failedText}</span>}>
      <Form as="div">
        {mayWorkLater && (
          <Button variant="contained" size="large" fullWidth onClick={() => void refetch()}>
            {common.retry}
          </Button>
        )}
        <Button component={Link} to={paths.manualVerify} variant={mayWorkLater ? 'outlined' : 'contained'} size="large" fullWidth>
          {verify.enterCode}
        </Button>
      </Form>
      <ResendForm />
    </AuthPage>
  )
}

/** An address has been proved, by link or by code; the way goes on where the sign-up was begun. */
export function Verified() {
  const isSignedIn = useSession().state === 'signedIn'
  const [query] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  return (
    <AuthPage title={verify.success} lead={<span role="status">{verify.successText}</span>}>
      <Button component={Link} to={safeNext(query.get('next'))} state={state} variant="contained" size="large" fullWidth>
        {isSignedIn ? verify.continue : verify.goToLogin}
      </Button>
    </AuthPage>
  )
}

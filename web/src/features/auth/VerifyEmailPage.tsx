import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '@/api/errors'
import { useSession } from '@/api/session'
import { common, verify } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { AuthPage, Form } from './parts/AuthPage'
import { ResendForm } from './parts/ResendForm'
import { useVerifyLink } from './queries'

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

/**
 * The token of the link, which leaves the address at once: addresses are shown, kept and passed on. It stays with this entry
 * of the tab's history, so that a reload follows the link again.
 */
function useMailedToken(): string {
  const [query] = useSearchParams()
  const { pathname, state } = useLocation() as { pathname: string; state: unknown }
  const navigate = useNavigate()
  const linked = query.get('token')
  useEffect(() => {
    if (linked !== null) void navigate(pathname, { replace: true, state: { mailedToken: linked } })
  }, [linked, navigate, pathname])
  return linked ?? keptToken(state)
}

function keptToken(state: unknown): string {
  return typeof state === 'object' && state !== null && 'mailedToken' in state ? String(state.mailedToken) : ''
}

/** An address has been proved, by link or by code. */
export function Verified() {
  const isSignedIn = useSession().state === 'signedIn'
  return (
    <AuthPage title={verify.success} lead={<span role="status">{verify.successText}</span>}>
      <Button component={Link} to={paths.home} variant="contained" size="large" fullWidth>
        {isSignedIn ? verify.continue : verify.goToLogin}
      </Button>
    </AuthPage>
  )
}

import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { isRefusal } from '@/api/errors'
import { useSession } from '@/api/session'
import { paths } from '@/lib/paths'
import { reset } from './messages'
import { AuthPage } from './parts/AuthPage'
import { ResetForm } from './parts/ResetForm'
import { useMailedToken } from './parts/useMailedToken'
import { useResetPassword } from './queries'

/** /reset-password?token=…: a new password by the mailed link. */
export function Component() {
  const token = useMailedToken()
  const reset = useResetPassword()
  if (reset.isSuccess) return <Changed />
  if (token === '' || isRefusal(reset.error, 'LINK_INVALID')) return <InvalidLink />
  return <ResetForm token={token} reset={reset} />
}

function InvalidLink() {
  return (
    <AuthPage title={reset.invalidTitle} lead={<span role="alert">{reset.invalidText}</span>}>
      <Button component={Link} to={paths.forgotPassword} variant="contained" size="large" fullWidth>
        {reset.askAgain}
      </Button>
    </AuthPage>
  )
}

function Changed() {
  const isSignedIn = useSession().state === 'signedIn'
  return (
    <AuthPage title={reset.success} lead={<span role="status">{reset.successText}</span>}>
      <Button component={Link} to={paths.home} variant="contained" size="large" fullWidth>
        {isSignedIn ? reset.continue : reset.goToLogin}
      </Button>
    </AuthPage>
  )
}

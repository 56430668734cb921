import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { accountDeleted as texts } from './accountDeleted.messages'
import { AuthPage } from './parts/AuthPage'

/** /account-deleted: where somebody is whose account has just gone. */
export function Component() {
  return (
    <AuthPage title={texts.title} lead={<span role="status">{texts.text}</span>}>
      <Button component={Link} to={paths.home} size="large" fullWidth>
        {texts.toLogin}
      </Button>
    </AuthPage>
  )
}

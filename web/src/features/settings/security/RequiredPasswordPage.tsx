import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { passwordDue } from '@/api/passwordDue'
import { renewToken } from '@/api/renewal'
import { useLogout } from '@/api/session'
import { Page } from '@/ui/Page'
import { requiredPassword as texts } from './messages'
import { PasswordForm } from './PasswordForm'
import { useChangePassword } from './queries'

const Column = styled('div')({ maxWidth: 400, display: 'flex', flexDirection: 'column', gap: 20 })
const formId = 'required-password'

/** Before anything else: a password that is older than the account's settings allow is changed. */
export function Component() {
  const change = useChangePassword()
  const cache = useQueryClient()
  const logout = useLogout()
  // The token so far was good for the change alone.
  const goOn = async () => {
    await renewToken()
    passwordDue.set(false)
    await cache.resetQueries()
  }
  return (
    <Page title={texts.title} subtitle={texts.text}>
      <Column>
        <PasswordForm id={formId} change={change} onDone={() => void goOn()} />
        <Button type="submit" form={formId} variant="contained" size="large" loading={change.isPending}>
          {texts.submit}
        </Button>
        <Button variant="text" onClick={() => void logout()} sx={{ alignSelf: 'center' }}>
          {texts.logout}
        </Button>
      </Column>
    </Page>
  )
}

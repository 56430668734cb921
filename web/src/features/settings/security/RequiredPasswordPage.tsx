import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { passwordDue } from '@/api/passwordDue'
import { renewToken } from '@/api/renewal'
import { useLogout } from '@/api/session'
import { Page } from '@/ui/Page'
import { requiredPassword as texts } from './messages'
import { PasswordFields } from './PasswordFields'
import { useChangePassword } from './queries'
import { usePasswordForm } from './usePasswordForm'

const Form = styled('form')({ maxWidth: 400, display: 'flex', flexDirection: 'column', gap: 20 })

/** Asks before anything else to change a password that is older than the account's settings allow. */
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
  const { form, submit, announce } = usePasswordForm(change, () => void goOn())
  return (
    <Page title={texts.title} subtitle={texts.text}>
      <FormProvider {...form}>
        <Form method="post" noValidate onSubmit={(event) => void form.handleSubmit(submit, announce)(event)}>
          <PasswordFields />
          <Button type="submit" variant="contained" size="large" loading={change.isPending}>
            {texts.submit}
          </Button>
          <Button variant="text" onClick={() => void logout()} sx={{ alignSelf: 'center' }}>
            {texts.logout}
          </Button>
        </Form>
      </FormProvider>
    </Page>
  )
}

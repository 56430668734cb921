import Button from '@mui/material/Button'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Schema } from '@/api/client'
import { ApiError, isRefusal, userMessage } from '@/api/errors'
import { useBeginSession, useLogout, useSession } from '@/api/session'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { toasts } from '@/ui/toast/toasts'
import { invite as texts } from './invite.messages'
import { Component as Login } from './LoginPage'
import { AuthPage, Form } from './parts/AuthPage'
import { InviteForm } from './parts/InviteForm'
import { useMailedToken } from './parts/useMailedToken'
import { useAcceptInvitation, useInvitationLink, useSwitchOrganisation } from './queries'

/** /accept-invite?token=…: whoever follows it joins with a new account, or with the one that has this address. */
export function Component() {
  const mailed = useMailedToken()
  // Signing in here replaces what the address' history keeps.
  const [token] = useState(mailed)
  const { data, error, refetch } = useInvitationLink(token)
  const accept = useAcceptInvitation()
  if (accept.isSuccess && data) return <Joined organisationId={accept.data.organisationId} name={data.organisationName} />
  if (token === '' || isRefusal(error, 'LINK_INVALID') || isRefusal(accept.error, 'LINK_INVALID')) {
    return (
      <AuthPage title={texts.invalidTitle} lead={<span role="alert">{token === '' ? texts.noToken : texts.invalidText}</span>}>
        <WayOn />
      </AuthPage>
    )
  }
  if (error !== null) {
    return (
      <AuthPage title={texts.failed} lead={<span role="alert">{userMessage(error, texts.failedText)}</span>}>
        <Button variant="contained" size="large" fullWidth onClick={() => void refetch()}>
          {common.retry}
        </Button>
      </AuthPage>
    )
  }
  if (!data) return <AuthPage title={texts.loadingTitle} lead={<span role="status">{texts.loadingText}</span>} />
  return <Invited link={data} token={token} accept={accept} />
}

interface InvitedProps {
  link: Schema<'InvitationPreview'>
  token: string
  accept: ReturnType<typeof useAcceptInvitation>
}

function Invited({ link, token, accept }: InvitedProps) {
  const session = useSession()
  const logout = useLogout()
  const { organisationName, email, grade, invitedBy, accountExists } = link
  const lead = texts.lead(invitedBy, organisationName, grade)
  const page = (children: ReactNode) => (
    <AuthPage title={texts.title(organisationName)} lead={lead}>
      {children}
    </AuthPage>
  )
  if (session.state !== 'signedIn') {
    if (accountExists) return <Login title={texts.signInTitle(email)} isHere />
    return page(<InviteForm email={email} token={token} accept={accept} />)
  }
  if (session.user.email.toLowerCase() !== email.toLowerCase()) {
    return (
      <AuthPage title={texts.otherTitle} lead={<span role="alert">{texts.other(email, session.user.email)}</span>}>
        <Button variant="contained" size="large" fullWidth onClick={() => void logout()}>
          {texts.signOut}
        </Button>
      </AuthPage>
    )
  }
  const join = () => accept.mutate({ token }, { onError: (error) => toasts.failure(texts.failed, said(error)) })
  return page(
    <Button variant="contained" size="large" fullWidth loading={accept.isPending} onClick={join}>
      {texts.join}
    </Button>,
  )
}

const said = (error: unknown) => (error instanceof ApiError ? userMessage(error, texts.failedText) : texts.failedText)

function Joined({ organisationId, name }: { organisationId: number; name: string }) {
  const isSignedIn = useSession().state === 'signedIn'
  const { mutate, isPending } = useSwitchOrganisation()
  const begin = useBeginSession()
  const navigate = useNavigate()
  const open = () =>
    mutate(
      { body: { organisationId } },
      {
        onSuccess: (reply) => {
          void navigate(paths.home)
          begin(reply)
        },
        onError: (error) => toasts.failure(texts.failed, said(error)),
      },
    )
  return (
    <AuthPage title={texts.success} lead={<span role="status">{texts.successText(name)}</span>}>
      <Form as="div">
        {isSignedIn ? (
          <Button variant="contained" size="large" fullWidth loading={isPending} onClick={open}>
            {texts.open(name)}
          </Button>
        ) : (
          <WayOn />
        )}
      </Form>
    </AuthPage>
  )
}

function WayOn() {
  return (
    <Button component={Link} to={paths.home} variant="contained" size="large" fullWidth>
      {useSession().state === 'signedIn' ? texts.continue : texts.goToLogin}
    </Button>
  )
}

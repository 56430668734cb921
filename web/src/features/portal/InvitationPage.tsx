import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { User } from '@/api/account'
import type { Schema } from '@/api/client'
import { endOfLink, isRefusal, userMessage } from '@/api/errors'
import { portalInvitationQuery, useAcceptPortalInvitation } from '@/api/portal'
import { useLogout, useSession } from '@/api/session'
import { common } from '@/lib/messages'
import { paths, tenantSignUp } from '@/lib/paths'
import { EndedLink } from '@/ui/EndedLink'
import { InfoPanel } from '@/ui/InfoPanel'
import { LinkPage } from '@/ui/LinkPage'
import { toasts } from '@/ui/toast/toasts'
import { useLinkToken } from '@/ui/useLinkToken'
import { invitation as texts, portal } from './messages'
import { addressOf, Answers, HomeQuestion, landlordOf, Meanings, AnswerMeaning } from './parts/HomeQuestion'
import { BecomeTenant } from './parts/BecomeTenant'

interface InvitationProps {
  /** The form of signing in, which is another feature's. */
  Login: ComponentType<{ title?: string; isHere?: boolean }>
}

/** /portal-invitation?token=…: the account that follows the link and says so has the home. Opening it changes nothing. */
export function Component({ Login }: InvitationProps) {
  const [query] = useSearchParams()
  const { pathname, hash } = useLocation()
  const token = useLinkToken(query.get('token'), pathname + hash)
  const accept = useAcceptPortalInvitation(token)
  // Once it is used it answers no more, and the page is left a moment later.
  const isUsed = accept.isPending || accept.isSuccess
  const { data, error, refetch } = useQuery({ ...portalInvitationQuery(token), enabled: token !== '' && !isUsed })
  const refusal = accept.error ?? error
  const end = endOfLink(refusal, token === '')
  if (end !== undefined) {
    const { invalid, invalidText, invalidNext, closedText, closedNext } = texts
    return <EndedLink {...{ end, invalid, invalidText, invalidNext, closedText, closedNext }}>{end === 'closed' && <ToPortal />}</EndedLink>
  }
  if (isRefusal(refusal, 'LINK_SPENT') && !accept.isSuccess) {
    return (
      <LinkPage title={texts.spent} lead={<span role="alert">{texts.spentText}</span>}>
        <p>{texts.spentNext}</p>
        <ToPortal />
      </LinkPage>
    )
  }
  if (data !== undefined) return <Invited home={data} accept={accept} Login={Login} />
  if (error !== null) {
    return (
      <LinkPage title={texts.openFailed} lead={<span role="alert">{texts.openFailedText}</span>}>
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

function ToPortal() {
  return (
    <div>
      <Button component={Link} to={paths.tenantDashboard} variant="contained" size="large">
        {texts.toPortal}
      </Button>
    </div>
  )
}

interface InvitedProps extends InvitationProps {
  home: Schema<'InvitedHome'>
  accept: ReturnType<typeof useAcceptPortalInvitation>
}

function Invited({ home, accept, Login }: InvitedProps) {
  const session = useSession()
  const [isSigningIn, setSigningIn] = useState(false)
  const { state, hash } = useLocation() as { state: object | null; hash: string }
  if (session.state === 'signedOut' && isSigningIn) {
    return (
      <Suspense>
        <Login title={texts.signInTitle} isHere />
      </Suspense>
    )
  }
  const page = (children: ReactNode) => (
    <LinkPage title={texts.title} lead={texts.lead(landlordOf(home))}>
      <HomeQuestion home={home} />
      {children}
    </LinkPage>
  )
  if (session.state === 'signedIn') return page(<AnswerForm home={home} accept={accept} user={session.user} />)
  if (session.state === 'passwordDue') {
    return page(
      <>
        <p>{texts.passwordFirst}</p>
        <Answers>
          <Button component={Link} to={paths.home} variant="contained">
            {texts.setPassword}
          </Button>
        </Answers>
      </>,
    )
  }
  return page(
    <>
      <p>{texts.signInFirst}</p>
      <Answers>
        <Button variant="contained" onClick={() => setSigningIn(true)}>
          {texts.signIn}
        </Button>
        <Button component={Link} to={tenantSignUp(paths.portalInvitation)} state={{ ...state, email: invitedEmail(hash) }} variant="outlined">
          {texts.create}
        </Button>
      </Answers>
    </>,
  )
}

/** The address that the invitation was mailed to, which its link holds behind the hash: that part is never sent to a server. */
const invitedEmail = (hash: string): string => new URLSearchParams(hash.slice(1)).get('email') ?? ''

interface AnswerProps {
  home: Schema<'InvitedHome'>
  accept: ReturnType<typeof useAcceptPortalInvitation>
  user: User
}

/** Says whose account it is before the tap, which a mail scanner does not do. */
function AnswerForm({ home, accept, user }: AnswerProps) {
  const isTenant = user.role === 'Tenant'
  const logout = useLogout()
  const navigate = useNavigate()
  const other = (
    <Button variant={isTenant ? 'outlined' : 'contained'} disabled={accept.isPending} onClick={() => void logout()}>
      {texts.other}
    </Button>
  )
  if (!isTenant) {
    return <BecomeTenant user={user} other={other} />
  }
  const add = () =>
    accept.mutate(undefined, {
      onSuccess: (own) => {
        toasts.success(texts.added, texts.addedText(addressOf(home)))
        void navigate({ pathname: paths.tenantDashboard, search: own === undefined ? '' : `?tenancy=${String(own.tenancyId)}` }, { replace: true })
      },
    })
  return (
    <>
      <InfoPanel tone="info" title={texts.account} text={texts.whose(user.email)} />
      {accept.error !== null && <InfoPanel tone="danger" title={texts.failed} text={userMessage(accept.error, texts.tryAgain)} />}
      <Answers>
        <Button variant="contained" loading={accept.isPending} onClick={add}>
          {portal.yes}
        </Button>
        {other}
      </Answers>
      <Meanings>
        <AnswerMeaning icon={Check}>{texts.yesMeans(landlordOf(home))}</AnswerMeaning>
      </Meanings>
    </>
  )
}

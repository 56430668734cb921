import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { isRefusal } from '@/api/errors'
import { useSession } from '@/api/session'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { LinkPage } from '@/ui/LinkPage'
import { signup as texts } from './messages'
import { Wizard } from './parts/Wizard'
import { useDraftAtFirst, useOpenInvite } from './queries'
import { useSignupLink } from './useSignupLink'

/** /tenant-signup?propertyId=…&roomId=…&invite=…: whoever was invited applies for a home. */
export function Component() {
  const { invite, draft } = useSignupLink()
  const open = useOpenInvite(invite)
  const first = useDraftAtFirst(invite, draft)
  if (invite === '') return <NoInvite />
  if (isRefusal(open.error, 'LINK_INVALID') || isRefusal(first.error, 'LINK_INVALID')) {
    return (
      <LinkPage title={texts.deadTitle} lead={<span role="alert">{texts.deadText}</span>}>
        <p>{texts.deadNext}</p>
      </LinkPage>
    )
  }
  const failed = open.data === undefined ? open.error : first.data === undefined ? first.error : null
  if (failed !== null) {
    const retry = () => {
      void open.refetch()
      void first.refetch()
    }
    return (
      <LinkPage title={texts.openFailed} lead={<span role="alert">{texts.openFailedText}</span>}>
        <div>
          <Button variant="contained" size="large" onClick={retry}>
            {common.retry}
          </Button>
        </div>
      </LinkPage>
    )
  }
  if (open.data === undefined || first.data === undefined) {
    return <LinkPage title={texts.loading} lead={<span role="status">{texts.loadingText}</span>} />
  }
  return <Wizard key={invite} invite={invite} open={open.data} draft={first.data} isDraftGone={draft !== '' && first.data === null} />
}

function NoInvite() {
  const session = useSession()
  const mayApply = session.state === 'signedIn' && session.user.role === 'Tenant'
  return (
    <LinkPage title={texts.noInviteTitle} tab={texts.tab} lead={texts.noInviteText}>
      <p>{texts.noInviteNext}</p>
      <div>
        {mayApply && (
          <Button component={Link} to={paths.tenantApply} variant="contained" size="large">
            {texts.toApply}
          </Button>
        )}
        {session.state === 'signedOut' && (
          <Button component={Link} to={paths.home} size="large">
            {texts.signIn}
          </Button>
        )}
      </div>
    </LinkPage>
  )
}

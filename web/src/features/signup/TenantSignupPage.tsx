import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { endOfLink } from '@/api/errors'
import { useSession } from '@/api/session'
import type { SignupDraft } from '@/api/signup'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { EndedLink } from '@/ui/EndedLink'
import { LinkPage } from '@/ui/LinkPage'
import { signup as texts } from './messages'
import { Continue } from './parts/Continue'
import { Wizard } from './parts/Wizard'
import { useDraftAtFirst, useOpenInvite } from './queries'
import { useSignupLink } from './useSignupLink'

/** /tenant-signup?propertyId=…&roomId=…&invite=…: whoever was invited applies for a home. */
export function Component() {
  const { invite, draft, draftKey, forgetDraft } = useSignupLink()
  const [moved, setMoved] = useState<SignupDraft>()
  const [isGone, setGone] = useState(false)
  const open = useOpenInvite(invite)
  const first = useDraftAtFirst(invite, draft === '' && moved === undefined)
  if (invite === '') return <NoInvite />
  const { deadTitle: invalid, deadText: invalidText, deadNext: invalidNext, deadText: closedText, deadNext: closedNext } = texts
  const end = endOfLink(open.error ?? first.error)
  if (end !== undefined) return <EndedLink {...{ end, invalid, invalidText, invalidNext, closedText, closedNext }} />
  if (draft !== '' && open.data !== undefined) {
    const goOn = (found: SignupDraft | undefined) => {
      setMoved(found)
      setGone(found === undefined)
      forgetDraft()
    }
    return <Continue invite={invite} mailedToken={draft} draftKey={draftKey} organisation={open.data.organisationName} onDone={goOn} />
  }
  const kept = moved ?? first.data
  const failed = open.data === undefined ? open.error : kept === undefined ? first.error : null
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
  if (open.data === undefined || kept === undefined) {
    return <LinkPage title={texts.loading} lead={<span role="status">{texts.loadingText}</span>} />
  }
  return <Wizard key={invite} invite={invite} open={open.data} draft={kept} isDraftGone={isGone && kept === null} />
}

/** An address without its secret still says which home it was for. */
function NoInvite() {
  const session = useSession()
  const [query] = useSearchParams()
  const mayApply = session.state === 'signedIn' && session.user.role === 'Tenant'
  return (
    <LinkPage title={texts.noInviteTitle} tab={texts.tab} lead={texts.noInviteText}>
      <p>{texts.noInviteNext}</p>
      <div>
        {mayApply && (
          <Button component={Link} to={{ pathname: paths.tenantApply, search: query.toString() }} variant="contained" size="large">
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

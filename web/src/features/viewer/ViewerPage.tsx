import Button from '@mui/material/Button'
import { useParams } from 'react-router'
import { endOfLink } from '@/api/errors'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { EndedLink } from '@/ui/EndedLink'
import { LinkPage } from '@/ui/LinkPage'
import { useLinkToken } from '@/ui/useLinkToken'
import { viewer as texts } from './messages'
import { Invitation } from './parts/Invitation'
import { useViewerPage } from './queries'

/** The word in the address in place of the secret. */
const placeholder = 'yours'

/** /viewings/…: a viewing by its viewer's private link. */
export function Component() {
  const { token: linked = '' } = useParams()
  // The secret leaves the address at once.
  const token = useLinkToken(linked === placeholder ? null : linked, paths.viewing.replace(':token', placeholder))
  const { data, error, refetch } = useViewerPage(token)
  const { invalid, invalidText, invalidNext } = texts
  const end = endOfLink(error, token === '')
  if (end !== undefined) return <EndedLink {...{ end, invalid, invalidText, invalidNext }} />
  if (data !== undefined) return <Invitation token={token} page={data} />
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

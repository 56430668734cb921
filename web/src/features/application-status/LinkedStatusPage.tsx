import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link, useLocation, useSearchParams } from 'react-router'
import { endOfLink } from '@/api/errors'
import { homeName } from '@/lib/applications'
import { common } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { publicFormat } from '@/lib/publicFormat'
import { color, type } from '@/theme/tokens'
import { EndedLink } from '@/ui/EndedLink'
import { LinkPage } from '@/ui/LinkPage'
import { useLinkToken } from '@/ui/useLinkToken'
import { status as texts } from './messages'
import { Details } from './parts/Details'
import { NewLink } from './parts/NewLink'
import { useLinkedApplication } from './queries'

const Note = styled('p')({ ...type.small, color: color.muted })

/** /tenant-status?token=…: an application by its applicant's private link. */
export function Component() {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const token = useLinkToken(query.get('token'), pathname)
  const { data, error, refetch } = useLinkedApplication(token)
  const { invalid, invalidText, invalidNext } = texts
  const end = endOfLink(error)
  if (end !== undefined) {
    return (
      <EndedLink {...{ end, invalid, invalidText, invalidNext }}>
        <div>
          <Button component={Link} to={paths.home} size="large">
            {texts.toLogin}
          </Button>
        </div>
      </EndedLink>
    )
  }
  if (data !== undefined) {
    return (
      <LinkPage title={texts.title} lead={`${homeName(data)}, ${data.propertyAddress}`} landlord={data.landlord}>
        <Details application={data} access={{ token }} format={publicFormat} />
        <NewLink token={token} />
        <Note>
          {texts.questions} {texts.private}
        </Note>
      </LinkPage>
    )
  }
  if (error !== null) {
    return (
      <LinkPage title={texts.openPageFailed} lead={<span role="alert">{texts.openPageFailedText}</span>}>
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

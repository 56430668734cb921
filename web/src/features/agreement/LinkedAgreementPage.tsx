import Button from '@mui/material/Button'
import { useLocation, useSearchParams } from 'react-router'
import { endOfLink } from '@/api/errors'
import { common } from '@/lib/messages'
import { publicFormat } from '@/lib/publicFormat'
import { EndedLink } from '@/ui/EndedLink'
import { LinkPage } from '@/ui/LinkPage'
import { useLinkToken } from '@/ui/useLinkToken'
import { agreement as texts } from './messages'
import { AgreementView } from './parts/AgreementView'
import { useLinkedAgreement } from './queries'

const wide = 1120

/** /agreement?token=…: a tenant or guarantor reads and signs by their private link. */
export function Component() {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const token = useLinkToken(query.get('token'), pathname)
  const { data, error, refetch } = useLinkedAgreement(token)
  const { invalid, invalidText, invalidNext, closedText } = texts
  const end = endOfLink(error, token === '')
  if (end !== undefined) return <EndedLink {...{ end, invalid, invalidText, invalidNext, closedText }} />
  if (data !== undefined) {
    const whom = data.organisationName ?? ''
    return (
      <LinkPage title={texts.title} lead={data.propertyAddress} whom={whom === '' ? undefined : texts.whom(whom)} width={wide}>
        <AgreementView agreement={data} access={{ token }} format={publicFormat} />
      </LinkPage>
    )
  }
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

import Button from '@mui/material/Button'
import { useLocation, useSearchParams } from 'react-router'
import { endOfLink, userMessage } from '@/api/errors'
import { common } from '@/lib/messages'
import { publicFormat } from '@/lib/publicFormat'
import { together } from '@/lib/together'
import { EndedLink } from '@/ui/EndedLink'
import { LinkPage } from '@/ui/LinkPage'
import { NewLink } from '@/ui/NewLink'
import { toasts } from '@/ui/toast/toasts'
import { useLinkToken } from '@/ui/useLinkToken'
import { DeedView } from './deed/DeedView'
import { deed as deedTexts } from './deed/messages'
import { ownDeed } from './deed/model'
import { agreement as texts } from './messages'
import { ownSigner } from './model'
import { AgreementView } from './parts/AgreementView'
import { useLinkedAgreement, useRenewLink } from './queries'

const wide = 1120

/** /agreement?token=…: a tenant or guarantor reads and signs by their private link. */
export function Component() {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const token = useLinkToken(query.get('token'), pathname)
  const { data, error, refetch } = useLinkedAgreement(token)
  const { invalid, invalidText, invalidNext, closedText } = texts
  const end = endOfLink(error, token === '')
  if (end !== undefined) return <EndedLink {...{ end, invalid, invalidText, invalidNext, closedText }}>{end === 'expired' && <Renew token={token} />}</EndedLink>
  if (data !== undefined) {
    const whom = data.organisationName ?? ''
    const deed = ownDeed(data)
    const signer = ownSigner(data)
    if (deed !== undefined && signer !== undefined) {
      return (
        <LinkPage title={deedTexts.title} lead={deedTexts.lead(together(deed.tenantNames), data.propertyAddress)} whom={whom === '' ? undefined : texts.whom(whom)} width={640} landlord={data.landlord}>
          <DeedView agreement={data} deed={deed} signer={signer} access={{ token }} format={publicFormat} />
        </LinkPage>
      )
    }
    return (
      <LinkPage title={texts.title} lead={data.propertyAddress} whom={whom === '' ? undefined : texts.whom(whom)} width={wide} landlord={data.landlord}>
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

/** A new link in place of one whose time is over. */
function Renew({ token }: { token: string }) {
  const renew = useRenewLink(token)
  const ask = (done: () => void) =>
    renew.mutate(undefined, {
      onSuccess: done,
      onError: (error) => toasts.failure(texts.newLink.failed, userMessage(error, texts.newLink.failedText)),
    })
  return <NewLink words={texts.newLink} isPending={renew.isPending} onAsk={ask} />
}

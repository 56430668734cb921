import { useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { isRefused, shortCause } from '@/api/errors'
import { useUser } from '@/api/session'
import { navigation } from '@/lib/messages'
import { paths } from '@/lib/paths'
import { idOf } from '@/lib/query'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { BackLink } from '@/ui/Overlay'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { DeedView } from './deed/DeedView'
import { deed as deedTexts } from './deed/messages'
import { ownDeed } from './deed/model'
import { agreement as texts } from './messages'
import { ownSigner } from './model'
import { AgreementView } from './parts/AgreementView'
import { useAgreement, useOwnApplications } from './queries'

/** /tenant-status/agreement: an applicant, or their guarantor, reads and signs with their account. */
export function Component() {
  const format = useFormatter()
  const [query] = useSearchParams()
  const asked = idOf(query.get('application'))
  const isGuarantor = useUser().role === 'Guarantor'
  const list = useOwnApplications(asked === undefined && !isGuarantor)
  const id = asked ?? list.data?.[0]?.id
  const { data, error, refetch } = useAgreement(id)
  const isNone = (id === undefined && (isGuarantor || list.data !== undefined)) || isRefused(error, 404)
  const status = id === undefined ? paths.tenantStatus : `${paths.tenantStatus}?application=${String(id)}`
  const deed = data === undefined ? undefined : ownDeed(data)
  const signer = data === undefined ? undefined : ownSigner(data)
  const failed = error ?? (asked === undefined ? list.error : null)
  return (
    <>
      <BackLink to={isGuarantor ? { path: paths.home, name: navigation.referenceRequests } : { path: status, name: texts.toStatus }} />
      <Page title={deed === undefined ? texts.title : deedTexts.title} subtitle={data?.propertyAddress}>
        {data !== undefined && id !== undefined && deed !== undefined && signer !== undefined && <DeedView agreement={data} deed={deed} signer={signer} access={{ id }} format={format} />}
        {data !== undefined && id !== undefined && deed === undefined && <AgreementView agreement={data} access={{ id }} format={format} />}
        {data === undefined && isNone && <EmptyState title={texts.noneTitle} text={texts.noneText} />}
        {data === undefined && !isNone && failed === null && <Skeleton width="100%" height={480} />}
        {data === undefined && !isNone && failed !== null && <LoadFailed what={texts.what} cause={shortCause(failed)} onRetry={() => void (error === null ? list.refetch() : refetch())} />}
      </Page>
    </>
  )
}

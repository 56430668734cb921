import { useSearchParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { isRefused, shortCause } from '@/api/errors'
import { paths } from '@/lib/paths'
import { idOf } from '@/lib/query'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { BackLink } from '@/ui/Overlay'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { agreement as texts } from './messages'
import { AgreementView } from './parts/AgreementView'
import { useAgreement, useOwnApplications } from './queries'

/** /tenant-status/agreement: an applicant reads and signs with their account. */
export function Component() {
  const format = useFormatter()
  const [query] = useSearchParams()
  const asked = idOf(query.get('application'))
  const list = useOwnApplications()
  const id = asked ?? list.data?.[0]?.id
  const { data, error, refetch } = useAgreement(id)
  const isNone = (list.data?.length === 0 && asked === undefined) || isRefused(error, 404)
  const failed = error ?? (asked === undefined ? list.error : null)
  return (
    <>
      <BackLink to={{ path: id === undefined ? paths.tenantStatus : `${paths.tenantStatus}?application=${String(id)}`, name: texts.toStatus }} />
      <Page title={texts.title} subtitle={data?.propertyAddress}>
        {data !== undefined && id !== undefined && <AgreementView agreement={data} access={{ id }} format={format} />}
        {data === undefined && isNone && <EmptyState title={texts.noneTitle} text={texts.noneText} />}
        {data === undefined && !isNone && failed === null && <Skeleton width="100%" height={480} />}
        {data === undefined && !isNone && failed !== null && <LoadFailed what={texts.what} cause={shortCause(failed)} onRetry={() => void (error === null ? list.refetch() : refetch())} />}
      </Page>
    </>
  )
}

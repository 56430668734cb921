import Button from '@mui/material/Button'
import { Link, useParams } from 'react-router'
import { useFormatter } from '@/api/account'
import { isRefusal, isRefused, shortCause } from '@/api/errors'
import { useMayWrite, Writers } from '@/api/session'
import { homeName } from '@/lib/applications'
import { applicationPath, newAgreementPath, paths } from '@/lib/paths'
import { idOf } from '@/lib/query'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { SubPage } from '@/ui/SubPage'
import { agreement as texts } from './messages'
import { AgreementView } from './parts/AgreementView'
import { LandlordActs } from './parts/LandlordActs'
import { useAgreement, useApplication } from './queries'

const wide = 1180

/** /landlord-applications/41/agreement: the landlord reads, signs, reminds and takes back. */
export function Component() {
  const format = useFormatter()
  const mayWrite = useMayWrite()
  const id = idOf(useParams().applicationId)
  const { data, error, refetch, isEnabled } = useAgreement(id)
  const application = useApplication(id).data
  const parent = { path: id === undefined ? paths.applications : applicationPath(id), name: texts.toApplication }
  const isNone = !isEnabled || isRefusal(error, 'AGREEMENT_NOT_FOUND') || isRefused(error, 404)
  const subtitle = application === undefined ? '' : `${application.tenantName}, ${homeName(application)}`
  return (
    <SubPage title={texts.title} subtitle={data?.propertyAddress ?? subtitle} parent={parent} width={wide}>
      {data !== undefined && id !== undefined && (
        <AgreementView agreement={data} access={{ id }} format={format} isOwner maySign={mayWrite}>
          <LandlordActs agreement={data} applicationId={id} />
        </AgreementView>
      )}
      {data === undefined && isNone && (
        <EmptyState
          title={texts.noneTitle}
          text={subtitle}
          action={
            id !== undefined && (
              <Writers>
                <Button component={Link} to={newAgreementPath(id)} variant="contained">
                  {texts.create}
                </Button>
              </Writers>
            )
          }
        />
      )}
      {data === undefined && !isNone && error === null && <Skeleton width="100%" height={480} />}
      {data === undefined && !isNone && error !== null && <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
    </SubPage>
  )
}

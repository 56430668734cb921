import { useParams } from 'react-router'
import { isRefused, shortCause } from '@/api/errors'
import { homeName } from '@/lib/applications'
import { applicationPath, paths } from '@/lib/paths'
import { idOf } from '@/lib/query'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { SubPage } from '@/ui/SubPage'
import { form as texts } from './form/messages'
import { TermsForm } from './form/TermsForm'
import { agreement } from './messages'
import { useApplication, useProposal } from './queries'

/** /landlord-applications/41/agreement/new: the proposed terms, to be edited and issued. */
export function Component() {
  const id = idOf(useParams().applicationId)
  const { data, error, refetch, isEnabled } = useProposal(id)
  const application = useApplication(id).data
  const subtitle = application === undefined ? '' : `${application.tenantName}, ${homeName(application)}`
  if (data !== undefined && id !== undefined) return <TermsForm applicationId={id} subtitle={subtitle} proposal={data} replaces={application?.agreementState === 'issued'} />
  const isNone = !isEnabled || isRefused(error, 404)
  return (
    <SubPage title={texts.title} subtitle={subtitle} parent={{ path: id === undefined ? paths.applications : applicationPath(id), name: agreement.toApplication }}>
      {isNone && <EmptyState title={agreement.noneTitle} text={subtitle} />}
      {!isNone && error === null && <Skeleton width="100%" height={480} />}
      {!isNone && error !== null && <LoadFailed what={texts.what} cause={shortCause(error)} onRetry={() => void refetch()} />}
    </SubPage>
  )
}

import Button from '@mui/material/Button'
import { useParams, useNavigate, useLocation } from 'react-router'
import { isRefused, shortCause } from '@/api/errors'
import { paths } from '@/lib/paths'
import { idOf } from '@/lib/query'
import { DetailDialog } from '@/ui/DetailDialog'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { Loaded } from './details/Loaded'
import { details as texts } from './messages'
import { useApplication } from './queries'

/** /landlord-applications/41: one application over the list, as long as the address says so. */
export function Component() {
  const { applicationId } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data, error, refetch, isEnabled } = useApplication(idOf(applicationId))
  // The list behind the dialog keeps its filters.
  const close = () => void navigate({ pathname: paths.applications, search }, { replace: true })
  if (data !== undefined) return <Loaded key={data.id} application={data} onClose={close} />
  const isGone = !isEnabled || isRefused(error, 404)
  return (
    <DetailDialog eyebrow={texts.one} title={isGone ? texts.goneTitle : texts.loadingTitle} onClose={close}>
      {isGone && (
        <>
          <p>{texts.goneText}</p>
          <Button onClick={close} sx={{ marginTop: '16px' }}>
            {texts.goneBack}
          </Button>
        </>
      )}
      {!isGone && error === null && <Skeleton width="100%" height={280} />}
      {!isGone && error !== null && <LoadFailed what={texts.one} cause={shortCause(error)} onRetry={() => void refetch()} />}
    </DetailDialog>
  )
}

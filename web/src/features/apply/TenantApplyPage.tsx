import Button from '@mui/material/Button'
import { Link, useSearchParams } from 'react-router'
import { shortCause } from '@/api/errors'
import { useUser } from '@/api/session'
import { paths } from '@/lib/paths'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { ApplyForm } from './ApplyForm'
import { apply as texts } from './messages'
import { useApplicantHomes } from './queries'

/** /tenant-apply?propertyId=…&roomId=…: a signed-in tenant applies for a home of a landlord who has invited the account. */
export function Component() {
  const user = useUser()
  const [query] = useSearchParams()
  const { data: homes, error, refetch } = useApplicantHomes()
  return (
    <Page title={texts.title} subtitle={texts.subtitle}>
      {homes === undefined && error === null && <Skeleton width="100%" height={320} />}
      {homes === undefined && error !== null && <LoadFailed what={texts.homes} cause={shortCause(error)} onRetry={() => void refetch()} />}
      {homes?.length === 0 && (
        <EmptyState
          title={texts.none}
          text={texts.noneText(user.email)}
          action={
            <Button component={Link} to={paths.home}>
              {texts.back}
            </Button>
          }
        />
      )}
      {homes !== undefined && homes.length > 0 && <ApplyForm homes={homes} wanted={{ propertyId: query.get('propertyId'), roomId: query.get('roomId') }} person={user} />}
    </Page>
  )
}

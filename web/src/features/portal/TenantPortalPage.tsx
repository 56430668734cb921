import { useUser } from '@/api/session'
import { EmptyState } from '@/ui/EmptyState'
import { Page } from '@/ui/Page'
import { useIsMobile } from '@/ui/useIsMobile'
import { portal } from './messages'

/** A tenant's start: without a tenancy linked to the account there is nothing to show. */
export function Component() {
  const user = useUser()
  const isMobile = useIsMobile()
  return (
    <Page isStart title={isMobile ? portal.titleMobile : portal.title}>
      <EmptyState
        title={portal.denied}
        text={
          <>
            {portal.deniedText}
            <br />
            {portal.hint(user.email)}
          </>
        }
      />
    </Page>
  )
}

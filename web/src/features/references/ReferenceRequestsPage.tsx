import { useUser } from '@/api/session'
import { EmptyState } from '@/ui/EmptyState'
import { Page } from '@/ui/Page'
import { references } from './messages'

/** The start of employers and guarantors: the requests to their address. Nothing sends any before applications exist. */
export function Component() {
  const user = useUser()
  return (
    <Page isStart title={references.title}>
      <EmptyState title={references.empty} text={references.emptyText(user.email)} />
    </Page>
  )
}

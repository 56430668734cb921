import { common } from '@/lib/messages'
import { Card } from '@/ui/Card'
import { Hidden } from '@/ui/Hidden'
import { Skeleton } from '@/ui/Skeleton'

/** Rows in the shape of what is to come. */
export function SoldSkeleton() {
  return (
    <Card aria-busy="true" aria-label={common.loading}>
      <Hidden role="status">{common.loading}</Hidden>
      <div aria-hidden="true" style={{ display: 'grid', gap: 28, padding: 20 }}>
        {[1, 2, 3, 4].map((row) => (
          <div key={row} style={{ display: 'flex', gap: 16, justifyContent: 'space-between' }}>
            <Skeleton width="34%" height={16} />
            <Skeleton width="12%" height={16} />
            <Skeleton width="16%" height={16} />
          </div>
        ))}
      </div>
    </Card>
  )
}

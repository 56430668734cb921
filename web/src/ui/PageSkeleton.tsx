import { Hidden } from './Hidden'
import { Skeleton } from './Skeleton'
import { common } from '@/lib/messages'

/** The shape of any page's head while its code is on the way. */
export function PageSkeleton() {
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <Hidden role="status">{common.loading}</Hidden>
      <Skeleton width={240} height={28} />
      <Skeleton width={320} height={14} />
      <div style={{ marginTop: 16 }}>
        <Skeleton width="100%" height={112} />
      </div>
    </div>
  )
}

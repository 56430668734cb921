import { common } from '@/lib/messages'
import { Hidden } from '@/ui/Hidden'
import { Skeleton } from '@/ui/Skeleton'

/** Lines in the shape of the sections to come. */
export function SectionsSkeleton() {
  return (
    <div aria-busy="true" style={{ display: 'grid', gap: 32, gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))' }}>
      <Hidden role="status">{common.loading}</Hidden>
      {[1, 2, 3].map((section) => (
        <div key={section} aria-hidden="true" style={{ display: 'grid', gap: 20 }}>
          <Skeleton width="45%" height={16} />
          {[1, 2, 3, 4, 5].map((line) => (
            <Skeleton key={line} width="100%" />
          ))}
        </div>
      ))}
    </div>
  )
}

import { styled } from '@mui/material/styles'
import { common } from '@/lib/messages'
import { color, media } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Hidden } from '@/ui/Hidden'
import { Skeleton } from '@/ui/Skeleton'
import { useIsMobile } from '@/ui/useIsMobile'
import { keptView } from '../listView'

/** Cards beside each other where there is room. */
export const PropertyGrid = styled('ul')({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  [media.widest]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [media.mobile]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 },
})

const Line = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  height: 62,
  padding: '0 20px',
  '& + &': { borderTop: `1px solid ${color.line}` },
})

/** Cards or rows in the shape of what is to come. */
export function PropertyListSkeleton() {
  const isMobile = useIsMobile()
  return (
    <div aria-busy="true">
      <Hidden role="status">{common.loading}</Hidden>
      {!isMobile && keptView() === 'list' ? <Rows /> : <Cards />}
    </div>
  )
}

function Cards() {
  return (
    <PropertyGrid aria-hidden="true">
      {[1, 2, 3].map((card) => (
        <li key={card}>
          <Card as="div" sx={{ overflow: 'hidden' }}>
            <Skeleton width="100%" height={132} />
            <div style={{ display: 'grid', gap: 10, padding: 16 }}>
              <Skeleton width="55%" height={14} />
              <Skeleton width="80%" />
              <Skeleton width="40%" />
              <Skeleton width="90%" height={32} />
            </div>
          </Card>
        </li>
      ))}
    </PropertyGrid>
  )
}

function Rows() {
  return (
    <Card as="div" aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Line key={row}>
          <Skeleton width={220} height={14} />
          <Skeleton width={140} />
          <Skeleton width={90} />
        </Line>
      ))}
    </Card>
  )
}

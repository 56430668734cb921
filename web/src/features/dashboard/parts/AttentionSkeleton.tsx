import { styled } from '@mui/material/styles'
import { media } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Skeleton } from '@/ui/Skeleton'

const Cards = styled('div')({
  display: 'grid',
  gap: 16,
  alignContent: 'start',
  minHeight: '100dvh',
  paddingTop: 36,
  [media.desktop]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [media.widest]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
})

/** The urgent cards while they load. What stands below stays out of sight until it is known how much is urgent: it would jump. */
export function AttentionSkeleton() {
  return (
    <Cards aria-busy="true" aria-hidden="true">
      {[1, 2, 3].map((card) => (
        <Card as="div" key={card} sx={{ display: 'grid', alignContent: 'start', gap: '18px', padding: '20px', minHeight: 210 }}>
          <Skeleton width="55%" height={18} />
          <Skeleton width="80%" />
          <Skeleton width="45%" />
          <Skeleton width="70%" />
        </Card>
      ))}
    </Cards>
  )
}

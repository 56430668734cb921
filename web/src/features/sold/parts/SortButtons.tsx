import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId } from 'react'
import { color, media, radius, type } from '@/theme/tokens'
import { Hidden } from '@/ui/Hidden'
import { sold } from '../messages'
import { sorts, type Order, type Sort } from '../model'

const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 12 })
const Label = styled('span')({ ...type.body, color: color.muted })
const Group = styled('div')({
  display: 'flex',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  backgroundColor: color.surface,
  overflow: 'hidden',
})
const Segment = styled(ButtonBase)({
  ...type.body,
  gap: 6,
  minHeight: 34,
  padding: '0 14px',
  fontWeight: 560,
  '& + &': { borderLeft: `1px solid ${color.line}` },
  '&:hover': { backgroundColor: color.hover },
  '&[aria-pressed="true"]': { backgroundColor: color.accentSoft, color: color.accent },
  '&:focus-visible': { outlineOffset: -3 },
  [media.mobile]: { minHeight: 44 },
})

/** Chooses the order of the list, and its direction. */
export function SortButtons({ order, onPress }: { order: Order; onPress: (sort: Sort) => void }) {
  const id = useId()
  const Arrow = order.direction === 'desc' ? ArrowDown : ArrowUp
  return (
    <Row>
      <Label id={id}>{sold.sortBy}</Label>
      <Group role="group" aria-labelledby={id}>
        {sorts.map((sort) => (
          <Segment key={sort} aria-pressed={order.sort === sort} onClick={() => onPress(sort)}>
            {sold.sorts[sort]}
            {order.sort === sort && (
              <>
                <Hidden>{order.direction === 'desc' ? sold.descending : sold.ascending}</Hidden>
                <Arrow size={15} strokeWidth={2} aria-hidden="true" />
              </>
            )}
          </Segment>
        ))}
      </Group>
    </Row>
  )
}

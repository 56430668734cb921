import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { Property } from '@/api/properties'
import { portfolio } from '@/lib/messages'
import { radius } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Elevation } from '@/ui/elevations/Elevation'
import { StatusBadge } from '@/ui/StatusBadge'
import { Address, addressOf, Figure, FigureLabel, Profit } from './facts'

const Whole = styled(Card)({ padding: 14 })
const Top = styled('div')({ display: 'flex', gap: 12 })
const Thumbnail = styled('div')({ flex: 'none', width: 84, height: 84, borderRadius: radius.tile, overflow: 'hidden' })
const Name = styled('h2')({ fontSize: 16, lineHeight: '22px', fontWeight: 620, overflowWrap: 'anywhere' })
const Figures = styled('dl')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12, marginTop: 14 })

/** A property on mobile screens. */
export function PropertyRow({ property }: { property: Property }) {
  const format = useFormatter()
  return (
    <Whole as="article">
      <Top>
        <Thumbnail>
          <Elevation type={property.propertyType} />
        </Thumbnail>
        <div style={{ minWidth: 0 }}>
          <Name>{property.name}</Name>
          <Address sx={{ marginBottom: '6px' }}>{addressOf(property)}</Address>
          <StatusBadge status={property.status} />
        </div>
      </Top>
      <Figures>
        <div>
          <FigureLabel>{portfolio.rent}</FigureLabel>
          <Figure>{format.money(property.monthlyRent)}</Figure>
        </div>
        <div>
          <FigureLabel>{portfolio.profit}</FigureLabel>
          <Figure>
            <Profit amount={property.monthlyProfit} />
          </Figure>
        </div>
      </Figures>
    </Whole>
  )
}

import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { useFormatter } from '@/api/account'
import type { Property } from '@/api/properties'
import { color, radius } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Picture } from '@/ui/Picture'
import { StatusBadge } from '@/ui/StatusBadge'
import { portfolio } from '../messages'
import type { KnownDue } from '../queries'
import { DetailsButton, DetailsLink } from './DetailsLink'
import { DueLine } from './DueLine'
import { Address, addressOf, Figure, FigureLabel, Profit } from './facts'

const Whole = styled(Card)({ position: 'relative', padding: 14, '&:hover': { borderColor: color.lineStrong } })
const Top = styled('div')({ display: 'flex', gap: 12 })
const Thumbnail = styled('div')({ flex: 'none', width: 84, height: 84, borderRadius: radius.tile, overflow: 'hidden' })
const Name = styled('h2')({ fontSize: 16, lineHeight: '22px', fontWeight: 620, overflowWrap: 'anywhere' })
const Figures = styled('dl')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12, marginTop: 14 })
const Foot = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  margin: '14px -14px -14px',
  padding: '8px 14px',
  borderTop: `1px solid ${color.line}`,
})

/** A property on mobile screens. */
export const PropertyRow = memo(function PropertyRow({ property, due, isFirst }: { property: Property; due: KnownDue; isFirst?: boolean }) {
  const format = useFormatter()
  return (
    <Whole as="article">
      <Top>
        <Thumbnail>
          <Picture property={property} size="thumb" isFirst={isFirst} />
        </Thumbnail>
        <div style={{ minWidth: 0 }}>
          <Name>
            <DetailsLink property={property} />
          </Name>
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
      <Foot>
        <DueLine due={due} missing={property.duties?.missing} />
        <DetailsButton property={property} />
      </Foot>
    </Whole>
  )
})

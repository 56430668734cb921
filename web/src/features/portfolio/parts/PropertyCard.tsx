import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { useFormatter } from '@/api/account'
import type { Property } from '@/api/properties'
import { percent } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Picture } from '@/ui/Picture'
import { StatusBadge } from '@/ui/StatusBadge'
import { portfolio } from '../messages'
import type { KnownDue } from '../queries'
import { DetailsLink } from './DetailsLink'
import { DueLine } from './DueLine'
import { Address, addressOf, Facts, Figure, FigureLabel, Profit } from './facts'

const Whole = styled(Card)({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  boxSizing: 'border-box',
  overflow: 'hidden',
  '&:hover': { borderColor: color.lineStrong },
})
const PictureBox = styled('div')({ flex: 'none', height: 132 })
const Body = styled('div')({ flex: 1, padding: '12px 16px 14px' })
const Top = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'flex-start',
  gap: '2px 8px',
  [`@media (max-width: 1023.95px)`]: { flexDirection: 'column' },
})
const Name = styled('h2')({ ...type.h2, overflowWrap: 'anywhere', paddingTop: 1 })

const Figures = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, auto)',
  justifyContent: 'space-between',
  gap: 12,
  padding: '9px 16px 11px',
  borderTop: `1px solid ${color.line}`,
  [media.widest]: { gridTemplateColumns: '1.1fr 1.1fr .8fr', justifyContent: 'stretch' },
})

const Foot = styled('div')({ padding: '9px 16px 10px', borderTop: `1px solid ${color.line}`, backgroundColor: color.sunken })

const Long = styled('span')({ [`@media (max-width: 1199.95px)`]: { display: 'none' } })
const Short = styled('span')({ [media.widest]: { display: 'none' } })

/** A figure's name, a word shorter where cards are narrow. */
function Named({ long, short }: { long: string; short: string }) {
  return (
    <FigureLabel>
      <Long>{long}</Long>
      <Short>{short}</Short>
    </FigureLabel>
  )
}

/** A property on desktop screens. */
export const PropertyCard = memo(function PropertyCard({ property, due, isFirst }: { property: Property; due: KnownDue; isFirst?: boolean }) {
  const format = useFormatter()
  return (
    <Whole as="article">
      <PictureBox>
        <Picture property={property} size="card" isFirst={isFirst} />
      </PictureBox>
      <Body>
        <Top>
          <Name>
            <DetailsLink property={property} />
          </Name>
          <StatusBadge status={property.status} />
        </Top>
        <Address sx={{ margin: '2px 0 8px' }}>{addressOf(property)}</Address>
        <Facts property={property} />
      </Body>
      <Figures>
        <div>
          <Named long={portfolio.rent} short={portfolio.rentShort} />
          <Figure>{format.money(property.monthlyRent)}</Figure>
        </div>
        <div>
          <Named long={portfolio.profit} short={portfolio.profitShort} />
          <Figure>
            <Profit amount={property.monthlyProfit} />
          </Figure>
        </div>
        <div>
          <FigureLabel>{portfolio.yield}</FigureLabel>
          <Figure>{property.annualYield === null ? portfolio.noYield : percent(property.annualYield, 2)}</Figure>
        </div>
      </Figures>
      <Foot>
        <DueLine due={due} missing={property.duties?.missing} />
      </Foot>
    </Whole>
  )
})

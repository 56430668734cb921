import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { SoldProperty } from '@/api/sales'
import { signedPercent, unbroken, years } from '@/lib/format'
import { color, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { sold } from '../messages'
import { SaleLink } from './SaleLink'
import { SignedAmount } from './SignedAmount'

const List = styled('ul')({ display: 'grid', gap: 12 })
const Whole = styled(Card)({ position: 'relative', padding: 14, '&:hover': { borderColor: color.lineStrong } })
const Top = styled('div')({ display: 'flex', justifyContent: 'space-between', gap: 12 })
const Name = styled('h2')({ fontSize: 16, lineHeight: '22px', fontWeight: 620, overflowWrap: 'anywhere' })
const Under = styled('p')({ ...type.small, color: color.muted, overflowWrap: 'anywhere' })
const Result = styled('div')({ ...type.body, textAlign: 'right', flex: 'none' })
const Foot = styled('ul')({
  ...type.small,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '2px 12px',
  marginTop: 10,
  paddingTop: 10,
  borderTop: `1px solid ${color.line}`,
  color: color.muted,
})

/** Lists the sales on mobile screens. */
export function SoldCards({ sales }: { sales: readonly SoldProperty[] }) {
  const format = useFormatter()
  return (
    <List aria-label={sold.list}>
      {sales.map((sale) => (
        <li key={sale.id}>
          <Whole as="article">
            <Top>
              <div style={{ minWidth: 0 }}>
                <Name>
                  <SaleLink sale={sale} />
                </Name>
                <Under>
                  {sale.address} {unbroken(sale.postcode)}
                </Under>
              </div>
              <Result>
                <SignedAmount amount={sale.netProfit} />
                <Under>{signedPercent(sale.profitPercentage, 1)}</Under>
              </Result>
            </Top>
            <Foot>
              <li>{sold.soldOn(format.date(sale.saleDate))}</li>
              <li>{years(sale.holdingPeriodYears)}</li>
              {sale.annualizedReturn !== null && <li>{sold.aYear(signedPercent(sale.annualizedReturn, 1))}</li>}
            </Foot>
          </Whole>
        </li>
      ))}
    </List>
  )
}

import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { SoldProperty } from '@/api/sales'
import { signedPercent, unbroken, years } from '@/lib/format'
import { color, media, radius, type } from '@/theme/tokens'
import { Card } from '@/ui/Card'
import { Picture } from '@/ui/Picture'
import { sold } from '../messages'
import { useSoldAnalytics } from '../queries'
import { SaleLink } from './SaleLink'
import { SignedAmount } from './SignedAmount'

const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '10px 10px', textAlign: 'right', fontWeight: 400, whiteSpace: 'nowrap' },
  '& thead th:first-of-type, & th[scope="row"]': { textAlign: 'left', paddingLeft: 20, whiteSpace: 'normal' },
  '& tr > :last-child': { paddingRight: 20 },
  '& thead th': { ...type.small, color: color.muted, backgroundColor: color.sunken },
  '& tbody tr': { position: 'relative', borderTop: `1px solid ${color.line}` },
  '& tbody tr:hover': { backgroundColor: color.sunken },
  '& tfoot tr': { borderTop: `2px solid ${color.ink}` },
  '& tfoot :is(th, td)': { fontWeight: 620 },
})
/** Columns that are left out where they would be squeezed; the detail still shows them. */
const wideOnly = { [`@media (max-width: 1199.95px)`]: { display: 'none' } }
const WideHead = styled('th')(wideOnly)
const WideCell = styled('td')(wideOnly)
const Named = styled('div')({ display: 'flex', alignItems: 'center', gap: 12 })
const Thumbnail = styled('div')({ flex: 'none', width: 44, height: 44, borderRadius: radius.tile, overflow: 'hidden', display: 'none', [media.widest]: { display: 'block' } })
const Name = styled('span')({ display: 'block', fontWeight: 580, overflowWrap: 'anywhere' })
const Under = styled('span')({ ...type.small, display: 'block', color: color.muted, overflowWrap: 'anywhere' })

/** Lists the sales line by line, with their totals. */
export function SoldTable({ sales }: { sales: readonly SoldProperty[] }) {
  const format = useFormatter()
  return (
    <Card sx={{ overflow: 'hidden' }}>
      <Table aria-label={sold.list}>
        <thead>
          <tr>
            <th scope="col">{sold.property}</th>
            <th scope="col">{sold.saleDate}</th>
            <WideHead scope="col">{sold.held}</WideHead>
            <WideHead scope="col">{sold.purchase}</WideHead>
            <WideHead scope="col">{sold.sale}</WideHead>
            <WideHead scope="col">{sold.totalCosts}</WideHead>
            <th scope="col">{sold.netProfit}</th>
            <th scope="col">{sold.returnAYear}</th>
          </tr>
        </thead>
        <tbody>
          {sales.map((sale) => (
            <tr key={sale.id}>
              <th scope="row">
                <Named>
                  <Thumbnail>
                    <Picture property={sale} size="thumb" />
                  </Thumbnail>
                  <span>
                    <Name>
                      <SaleLink sale={sale} />
                    </Name>
                    <Under>
                      {sale.address} {unbroken(sale.postcode)}
                    </Under>
                  </span>
                </Named>
              </th>
              <td>{format.date(sale.saleDate)}</td>
              <WideCell>{years(sale.holdingPeriodYears)}</WideCell>
              <WideCell>{format.money(sale.purchasePrice)}</WideCell>
              <WideCell>{format.money(sale.salePrice)}</WideCell>
              <WideCell>{format.money(sale.totalCosts)}</WideCell>
              <td>
                <SignedAmount amount={sale.netProfit} />
                <Under>{signedPercent(sale.profitPercentage, 1)}</Under>
              </td>
              <td>{signedPercent(sale.annualizedReturn, 1)}</td>
            </tr>
          ))}
        </tbody>
        <Totals />
      </Table>
    </Card>
  )
}

/** The sums, as the server has them. */
function Totals() {
  const format = useFormatter()
  const { data } = useSoldAnalytics()
  if (data === undefined) return null
  return (
    <tfoot>
      <tr>
        <th scope="row">{sold.total(data.soldCount)}</th>
        <td />
        <WideCell />
        <WideCell>{format.money(data.totalPurchasePrice)}</WideCell>
        <WideCell>{format.money(data.totalSales)}</WideCell>
        <WideCell>{format.money(data.totalCosts)}</WideCell>
        <td>
          <SignedAmount amount={data.totalNetProfit} />
        </td>
        <td />
      </tr>
    </tfoot>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useFormatter } from '@/api/account'
import { useComparables, type Comparable } from '@/api/analyses'
import { shortCause } from '@/api/errors'
import { unbroken } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { useIsMobile } from '@/ui/useIsMobile'
import { comparables as texts } from '../messages'
import { Sheet } from './Ledgers'

const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '8px 12px 8px 0', textAlign: 'left', fontWeight: 400 },
  '& tr > :last-child': { textAlign: 'right', paddingRight: 0, whiteSpace: 'nowrap' },
  '& thead th': { ...type.small, color: color.muted, paddingTop: 0 },
  '& tbody tr': { borderTop: `1px solid ${color.line}` },
  '& tbody td:last-child': { fontWeight: 580 },
})
const Lines = styled('ul')({ '& > li': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '2px 12px', padding: '9px 0' }, '& > li + li': { borderTop: `1px solid ${color.line}` } })
const Text = styled('p')({ ...type.body, color: color.muted })
const Under = styled('span')({ ...type.small, color: color.muted, overflowWrap: 'anywhere', [media.mobile]: { gridColumn: '1 / -1' } })

/** The number shown without being asked for. */
const few = 6

const kindOf = ({ propertyType, newBuild }: Comparable) => (newBuild ? `${propertyType}, ${texts.newBuild}` : propertyType)

/** Lists the prices of homes sold nearby, with the words that the data's licence asks for. */
export function Comparables({ listingId }: { listingId: number }) {
  const { data, error, refetch } = useComparables(listingId)
  const [isWhole, setWhole] = useState(false)
  if (data === undefined) {
    return (
      <Sheet title={texts.title}>
        {error === null ? <Skeleton width="100%" height={120} /> : <LoadFailed what={texts.title} cause={shortCause(error)} onRetry={() => void refetch()} />}
      </Sheet>
    )
  }
  const { comparables, attribution } = data
  if (comparables.length === 0) {
    return (
      <Sheet title={texts.title}>
        <p>{texts.none}</p>
        <Text>{texts.noneText}</Text>
      </Sheet>
    )
  }
  return (
    <Sheet title={texts.title} note={attribution ?? undefined}>
      <Sales sales={isWhole ? comparables : comparables.slice(0, few)} />
      {!isWhole && comparables.length > few && (
        <Button variant="text" onClick={() => setWhole(true)} sx={{ marginLeft: '-8px' }}>
          {texts.showAll(comparables.length)}
        </Button>
      )}
    </Sheet>
  )
}

function Sales({ sales }: { sales: readonly Comparable[] }) {
  const format = useFormatter()
  const isMobile = useIsMobile()
  const key = (sale: Comparable) => `${sale.address} ${sale.date} ${sale.price}`
  if (isMobile) {
    return (
      <Lines aria-label={texts.title}>
        {sales.map((sale) => (
          <li key={key(sale)}>
            <span style={{ overflowWrap: 'anywhere' }}>
              {sale.address} {unbroken(sale.postcode)}
            </span>
            <span style={{ fontWeight: 580 }}>{format.money(sale.price)}</span>
            <Under>
              {[format.date(sale.date), kindOf(sale), sale.tenure].filter(Boolean).join(', ')}
            </Under>
          </li>
        ))}
      </Lines>
    )
  }
  return (
    <Table aria-label={texts.title}>
      <thead>
        <tr>
          <th scope="col">{texts.address}</th>
          <th scope="col">{texts.date}</th>
          <th scope="col">{texts.kind}</th>
          <th scope="col">{texts.tenure}</th>
          <th scope="col">{texts.price}</th>
        </tr>
      </thead>
      <tbody>
        {sales.map((sale) => (
          <tr key={key(sale)}>
            <th scope="row" style={{ overflowWrap: 'anywhere' }}>
              {sale.address} {unbroken(sale.postcode)}
            </th>
            <td>{format.date(sale.date)}</td>
            <td>{kindOf(sale)}</td>
            <td>{sale.tenure}</td>
            <td>{format.money(sale.price)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

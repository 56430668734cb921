import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { Listing } from '@/api/listings'
import { color, media, type } from '@/theme/tokens'
import { amountInk } from '@/ui/amountInk'
import { Entry, Ledger } from '@/ui/Ledger'
import { about as texts, returns } from '../messages'
import { difference } from '../model'
import { Sheet } from './Ledgers'

const Pair = styled('div')({ display: 'grid', gap: 16, alignItems: 'start', gridTemplateColumns: 'minmax(0, 1fr)', [media.wide]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }, [media.mobile]: { gap: 12 } })
const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '6px 0 6px 12px', textAlign: 'right', fontWeight: 400, whiteSpace: 'nowrap' },
  '& th:first-of-type': { textAlign: 'left', paddingLeft: 0 },
  '& thead th': { ...type.small, color: color.muted },
  '& tbody tr': { borderTop: `1px solid ${color.line}` },
  '& tbody td': { fontWeight: 540 },
})

/** Shows where a listing is from, since when, and what it has cost. */
export function ListingFacts({ listing }: { listing: Listing }) {
  const format = useFormatter()
  const { propertyType, propertySubtype, tenure, firstSeen, lastSeen, withdrawn, source, shared, rentBasis, licence } = listing
  return (
    <Pair>
      <Sheet title={texts.title} note={licence ?? undefined}>
        <Ledger>
          <Entry label={texts.type}>{propertySubtype ?? propertyType}</Entry>
          {tenure !== null && <Entry label={texts.tenure}>{tenure}</Entry>}
          <Entry label={texts.firstSeen}>{format.date(firstSeen)}</Entry>
          <Entry label={texts.lastSeen}>{format.date(lastSeen)}</Entry>
          {withdrawn !== null && <Entry label={texts.withdrawn}>{format.date(withdrawn)}</Entry>}
          {rentBasis !== null && <Entry label={texts.rentFrom}>{rentBasis === 'source' ? texts.rentOfSource : rentBasis}</Entry>}
          <Entry label={texts.source}>{source}</Entry>
          <Entry label={texts.origin}>{shared ? texts.shared : texts.own}</Entry>
        </Ledger>
      </Sheet>
      <History listing={listing} />
    </Pair>
  )
}

/** Every price, the newest first, and what changed with it. */
function History({ listing: { priceHistory, firstSeen, price } }: { listing: Listing }) {
  const format = useFormatter()
  const points = priceHistory.length > 0 ? priceHistory : [{ date: firstSeen, price }]
  const rows = points.map((point, index) => ({ ...point, change: index === 0 ? null : difference(points[index - 1]?.price, point.price), isFirst: index === 0 }))
  return (
    <Sheet title={texts.history} note={points.length > 1 ? undefined : texts.historyNone}>
      <Table aria-label={texts.history}>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{texts.change}</th>
            <th scope="col">{returns.price}</th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={row.date}>
              <th scope="row">{format.date(row.date)}</th>
              {/* A price that falls is good for who buys. */}
              <td style={{ color: amountInk(row.change === null ? null : difference(row.change, '0')) }}>
                {row.isFirst ? texts.listed : row.change === null ? '' : format.signedMoney(row.change)}
              </td>
              <td>{row.price === null ? returns.onApplication : format.money(row.price)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Sheet>
  )
}

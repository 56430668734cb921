import { styled } from '@mui/material/styles'
import type { ListingImport } from '@/api/listings'
import { grouped } from '@/lib/money'
import { color, media, type } from '@/theme/tokens'
import { imports as texts } from './messages'
import { counters } from './model'

const Row = styled('dl')({ display: 'grid', gridTemplateColumns: 'repeat(6, minmax(0, 1fr))', gap: '6px 12px', [media.mobile]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } })
const Name = styled('dt')({ ...type.mini, color: color.muted })
const Figure = styled('dd')({ ...type.body, fontWeight: 560, fontVariantNumeric: 'tabular-nums' })

/** Shows how many rows came to what; refused ones stand out. */
export function Counters({ row }: { row: ListingImport }) {
  return (
    <Row>
      {counters.map((name) => (
        <div key={name}>
          <Name>{texts[name]}</Name>
          <Figure sx={name === 'refused' && row.refused > 0 ? { color: color.warning } : {}}>{grouped(String(row[name]))}</Figure>
        </div>
      ))}
    </Row>
  )
}

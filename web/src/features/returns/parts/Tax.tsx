import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { Analysis, Returns } from '@/api/analyses'
import type { Formatter } from '@/lib/format'
import { color, type } from '@/theme/tokens'
import { figures as texts } from '../messages'
import { isSome, sourceText } from '../model'
import { Sheet } from './Ledgers'

const Table = styled('table')({
  ...type.body,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '6px 0 6px 12px', textAlign: 'right', fontWeight: 400, whiteSpace: 'nowrap' },
  '& th:first-of-type': { textAlign: 'left', paddingLeft: 0, whiteSpace: 'normal', color: color.muted },
  '& thead th': { ...type.small, color: color.muted },
  '& tbody tr': { borderTop: `1px solid ${color.line}` },
  '& tbody td': { fontWeight: 540 },
  '& tfoot tr': { borderTop: `2px solid ${color.ink}` },
  '& tfoot :is(th, td)': { fontWeight: 620, color: color.ink },
})

type Band = Returns['taxBands'][number]

function partOf({ from, to }: Band, taxName: string | null, format: Formatter): string {
  // A supplement stands beside the bands; a flat rate in place of them.
  const whole = taxName?.includes('ADS') === true ? texts.bandFurther : texts.bandWhole
  if (to === null) return isSome(from) ? texts.bandAbove(format.money(from)) : whole
  return isSome(from) ? texts.bandFromTo(format.money(from), format.money(to)) : texts.bandTo(format.money(to))
}

/** The tax on buying, band by band, and which rates these are. */
export function Tax({ analysis: { assumptions, sources, returns } }: { analysis: Analysis }) {
  const format = useFormatter()
  const source = sources.find(({ field }) => field === 'stampDuty')?.source
  const title = returns.nation === null ? texts.taxTitle : texts.taxIn(returns.taxName ?? texts.taxTitle, returns.nation)
  const note = source === undefined ? texts.taxTyped(format.moneyExact(assumptions.stampDuty)) : sourceText(source)
  if (returns.taxBands.length === 0) return <Sheet title={title}>{texts.taxNone}</Sheet>
  return (
    <Sheet title={title} note={note}>
      <Table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{texts.band}</th>
            <th scope="col">{texts.rate}</th>
            <th scope="col">{texts.due}</th>
          </tr>
        </thead>
        <tbody>
          {returns.taxBands.map((band) => (
            <tr key={`${band.from ?? ''}-${band.to ?? ''}`}>
              <th scope="row">{partOf(band, returns.taxName, format)}</th>
              <td>{band.rate}%</td>
              <td>{format.moneyExact(band.tax)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.taxTotal}</th>
            <td />
            <td>{format.moneyExact(returns.tax)}</td>
          </tr>
        </tfoot>
      </Table>
    </Sheet>
  )
}

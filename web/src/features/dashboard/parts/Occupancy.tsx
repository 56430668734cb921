import { styled } from '@mui/material/styles'
import { useFormatter } from '@/api/account'
import type { Analytics } from '@/api/properties'
import { nothing, percent } from '@/lib/format'
import { dashboard } from '@/lib/messages'
import { color, media, type } from '@/theme/tokens'
import { Meter } from '@/ui/Meter'
import { Panel } from '@/ui/Panel'
import { share, shareOfMoney } from '../model'

const Rows = styled('dl')({ '& > div + div': { borderTop: `1px solid ${color.line}` } })

const Row = styled('div')({
  ...type.body,
  display: 'grid',
  gridTemplateColumns: 'minmax(200px, 1.2fr) 2fr minmax(150px, auto) 72px',
  alignItems: 'center',
  gap: '4px 24px',
  minHeight: 50,
  padding: '6px 20px',
  '& dd': { textAlign: 'right' },
  [media.mobile]: { gridTemplateColumns: '1fr auto', gap: '6px 12px', padding: '12px 16px', minHeight: 0 },
})

const Bar = styled('div')({ display: 'flex', alignItems: 'center', [media.mobile]: { gridRow: 2 } })
const Hint = styled('span')({ ...type.small, display: 'block', color: color.muted })
const Parts = styled('dd')({ color: color.muted, [media.mobile]: { ...type.small, gridRow: 2, gridColumn: 2 } })
const Figure = styled('dd')({ fontWeight: 620 })

/** How much of the portfolio is let: by property, by what can be let, and by rent. */
export function Occupancy({ figures }: { figures: Analytics }) {
  const format = useFormatter()
  const { occupiedProperties, activeProperties, occupiedUnits, lettableUnits, letIncome, monthlyIncome } = figures
  return (
    <Panel title={dashboard.occupancy}>
      <Rows>
        <Line
          name={dashboard.byProperty}
          parts={dashboard.of(String(occupiedProperties), String(activeProperties))}
          share={figures.occupancyRate}
        />
        <Line
          name={dashboard.byUnit}
          hint={dashboard.unitHint}
          parts={dashboard.of(String(occupiedUnits), String(lettableUnits))}
          share={share(BigInt(occupiedUnits), BigInt(lettableUnits))}
        />
        <Line
          name={dashboard.rentLet}
          parts={dashboard.of(format.money(letIncome), format.money(monthlyIncome))}
          share={shareOfMoney(letIncome, monthlyIncome)}
        />
      </Rows>
    </Panel>
  )
}

function Line({ name, hint, parts, share }: { name: string; hint?: string; parts: string; share: number | null }) {
  return (
    <Row>
      <dt>
        <span style={{ fontWeight: 560 }}>{name}</span>
        {hint !== undefined && <Hint>{hint}</Hint>}
      </dt>
      <Bar aria-hidden="true">
        <Meter share={share ?? 0} width="100%" />
      </Bar>
      <Parts>{parts}</Parts>
      <Figure>{share === null ? nothing : percent(share, 1)}</Figure>
    </Row>
  )
}

import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useFormatter } from '@/api/account'
import type { Analytics } from '@/api/properties'
import { nothing, percent } from '@/lib/format'
import { color, media, type } from '@/theme/tokens'
import { Meter } from '@/ui/Meter'
import { Panel } from '@/ui/Panel'
import { NoteSkeleton } from '@/ui/StatStrip'
import { dashboard } from '../messages'
import { share, shareOfMoney } from '../model'

const Rows = styled('dl')({ '& > div + div': { borderTop: `1px solid ${color.line}` } })

// Name and share above, bar and parts below; in one line where there is room.
const Row = styled('div')({
  ...type.body,
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  alignItems: 'center',
  gap: '6px 16px',
  padding: '12px 16px',
  '& dd': { textAlign: 'right' },
  [media.desktop]: { paddingInline: 20 },
  [media.wide]: {
    gridTemplateColumns: 'minmax(0, 1.2fr) minmax(0, 2fr) 170px 72px',
    columnGap: 24,
    minHeight: 50,
    boxSizing: 'border-box',
    paddingBlock: 6,
  },
})

const compact = '@media (max-width: 1023.95px)'
const Bar = styled('div')({ display: 'flex', alignItems: 'center', [compact]: { gridRow: 2 } })
const Hint = styled('span')({ ...type.small, display: 'block', color: color.muted })
const Parts = styled('dd')({ color: color.muted, [compact]: { ...type.small, gridRow: 2, gridColumn: 2 } })
const Figure = styled('dd')({ fontWeight: 620 })

/** Shows how much of the portfolio is let: by property, by what can be let, and by rent. */
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

/** The panel while its figures load, as high as it will be: what stands below it stays where it is. */
export function OccupancySkeleton() {
  const waiting = { parts: <NoteSkeleton />, share: undefined }
  return (
    <Panel title={dashboard.occupancy}>
      <Rows aria-busy="true">
        <Line name={dashboard.byProperty} {...waiting} />
        <Line name={dashboard.byUnit} hint={dashboard.unitHint} {...waiting} />
        <Line name={dashboard.rentLet} {...waiting} />
      </Rows>
    </Panel>
  )
}

interface LineProps {
  name: string
  hint?: string
  parts: ReactNode
  /** The share in percent; `null` where there is no whole, `undefined` while it loads. */
  share: number | null | undefined
}

function Line({ name, hint, parts, share }: LineProps) {
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
      <Figure>{share === undefined ? <NoteSkeleton /> : share === null ? nothing : percent(share, 1)}</Figure>
    </Row>
  )
}
